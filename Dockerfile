FROM python:3.11-slim

RUN useradd --create-home --uid 1000 folio
WORKDIR /srv/folio

# Packages first, so that a change of Folio's own code does not install them again.
COPY constraints.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r constraints.txt

COPY pyproject.toml README.md LICENSE ./
COPY ingestion ingestion
COPY graph graph
COPY eval eval
COPY app app
COPY ui ui
RUN pip install --no-cache-dir --no-deps --no-build-isolation . \
    && install -d -o folio -g folio /data

USER folio
ENV FOLIO_HOME=/data FOLIO_HOST=0.0.0.0 FOLIO_PORT=7860
VOLUME /data
EXPOSE 7860
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7860/readyz', timeout=4)"]
CMD ["folio", "serve"]
