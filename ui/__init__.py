"""What a person sees: the Gradio page."""
