"""The app: pages for a browser and an HTTP API, over one store and one model."""
