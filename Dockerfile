# The page is built and the kernels are compiled while the image is made, so that a container starts at once.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
# scale.txt is play.txt with the drivers for PostgreSQL and Redis.
RUN python -m venv /opt/okawari && /opt/okawari/bin/pip install --no-cache-dir --require-hashes -r requirements/scale.txt \
    && /opt/okawari/bin/pip install --no-cache-dir --no-deps .

FROM python:3.12-slim
COPY --from=build /opt/okawari /opt/okawari
ENV PATH=/opt/okawari/bin:$PATH OKAWARI_DATA=/data
# The number is that which volumes of earlier images have; manifests of Kubernetes name it.
RUN useradd --system --uid 999 --home /data okawari && mkdir -p /data && chown -R okawari /data
USER 999
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["okawari", "serve", "--host", "0.0.0.0", "--port", "8000"]
