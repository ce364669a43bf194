"""Questions, evidence and checked answers: one compiled graph behind the `Analyst` facade."""
