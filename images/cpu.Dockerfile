# The adapter without a GPU. Its context is dist/server, as the build makes it (npm run build).
#
# A base is named by digest alone. The zeros are no image: without the digest that bases.sh names nothing is built.
ARG NODE_IMAGE=public.ecr.aws/docker/library/node
ARG NODE_DIGEST=sha256:0000000000000000000000000000000000000000000000000000000000000000

FROM ${NODE_IMAGE}@${NODE_DIGEST} AS packages
WORKDIR /build
COPY package.json npm-shrinkwrap.json ./
# Both secrets may be absent: a registry's settings, and the certificates of a network that has its own. Neither is in a
# layer of the image, nor is this stage. The engine's folder stays without its sources' history: files beside it are read.
RUN --mount=type=secret,id=npmrc,target=/run/secrets/npmrc \
    --mount=type=secret,id=certificates,target=/run/secrets/certificates.pem \
    if [ -f /run/secrets/npmrc ]; then export NPM_CONFIG_USERCONFIG=/run/secrets/npmrc; fi; \
    if [ -f /run/secrets/certificates.pem ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificates.pem; fi; \
    npm ci --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
    && mkdir sbom \
    && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom/installed.cdx.json \
    && rm node_modules/node-llama-cpp/llama/gitRelease.bundle node_modules/.package-lock.json

FROM ${NODE_IMAGE}@${NODE_DIGEST}
LABEL org.opencontainers.image.title="Decision Workbench adapter" \
      org.opencontainers.image.description="Option probabilities of a local language model over HTTP, on the CPU" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /opt/decision-adapter
COPY --from=packages /build/node_modules ./node_modules
COPY --from=packages /build/sbom ./sbom
COPY bundled.cdx.json ./sbom/
COPY *.js ping.mjs package.json LICENSE licenses.md ./
# No USER: SageMaker wants root. Anywhere else --user node --cap-drop ALL --read-only do: nothing is written.
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15m CMD ["/usr/local/bin/node", "/opt/decision-adapter/ping.mjs"]
ENTRYPOINT ["/usr/local/bin/node", "/opt/decision-adapter/main.js"]
