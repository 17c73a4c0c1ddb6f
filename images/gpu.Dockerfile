# The adapter with CUDA. Its context is dist/server, as the build makes it (npm run build).
#
# A base is named by digest alone. The zeros are no image: without the digests that bases.sh names nothing is built.
ARG NODE_IMAGE=public.ecr.aws/docker/library/node
ARG NODE_DIGEST=sha256:0000000000000000000000000000000000000000000000000000000000000000
# CUDA 13.0 on Ubuntu 22.04, whose C library is older than the runtime's Debian 12; that of 24.04 is newer.
ARG CUDA_IMAGE=docker.io/nvidia/cuda
ARG CUDA_DIGEST=sha256:0000000000000000000000000000000000000000000000000000000000000000

FROM ${NODE_IMAGE}@${NODE_DIGEST} AS node

FROM ${CUDA_IMAGE}@${CUDA_DIGEST} AS engine
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates cmake g++ git make \
    && rm -rf /var/lib/apt/lists/*
COPY --from=node /usr/local/bin/ /usr/local/bin/
COPY --from=node /usr/local/include/node/ /usr/local/include/node/
COPY --from=node /usr/local/lib/node_modules/ /usr/local/lib/node_modules/
WORKDIR /build
COPY package.json npm-shrinkwrap.json ./
# Both secrets may be absent, and no layer of the image has them.
RUN --mount=type=secret,id=npmrc,target=/run/secrets/npmrc \
    --mount=type=secret,id=certificates,target=/run/secrets/certificates.pem \
    if [ -f /run/secrets/npmrc ]; then export NPM_CONFIG_USERCONFIG=/run/secrets/npmrc; fi; \
    if [ -f /run/secrets/certificates.pem ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificates.pem; fi; \
    npm ci --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
    && mkdir sbom \
    && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom/installed.cdx.json
# The package's own source and its own build, as its makers build their binaries (CI says so), for these cards:
# 75 T4 (g4dn), 80 A100 (p4), 86 A10G (g5), 89 L4 and L40S (g6, g6e), 90 H100 (p5). NCCL is for several cards.
ARG CUDA_ARCHITECTURES=75-real;80-real;86-real;89-real;90-real
COPY build-engine.sh ./
RUN sh ./build-engine.sh "${CUDA_ARCHITECTURES}" /usr/local/cuda

FROM ${NODE_IMAGE}@${NODE_DIGEST}
LABEL org.opencontainers.image.title="Decision Workbench adapter" \
      org.opencontainers.image.description="Option probabilities of a local language model over HTTP, with CUDA" \
      org.opencontainers.image.licenses="MIT"
# The driver comes from the machine; its runtime hook reads the last two.
ENV NODE_ENV=production \
    NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,utility
WORKDIR /opt/decision-adapter
COPY --from=engine /build/node_modules ./node_modules
COPY --from=engine /build/sbom ./sbom
# Where the driver's libraries come to lie too. The engine looks for CUDA in such folders before it tries its binary, so
# beside the binary they would not be found.
COPY --from=engine /build/cuda/ /usr/lib/x86_64-linux-gnu/
COPY bundled.cdx.json ./sbom/
COPY *.js ping.mjs package.json LICENSE licenses.md ./
# No USER: SageMaker wants root. Anywhere else --user node --cap-drop ALL --read-only do: nothing is written.
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15m CMD ["/usr/local/bin/node", "/opt/decision-adapter/ping.mjs"]
ENTRYPOINT ["/usr/local/bin/node", "/opt/decision-adapter/main.js"]
