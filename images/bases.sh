# The bases of both images, each by digest; what is set already stays. To look one up, or to check these:
# docker buildx imagetools inspect public.ecr.aws/docker/library/node:24.18.0-bookworm-slim
: "${NODE_IMAGE:=public.ecr.aws/docker/library/node}"
# 24.18.0-bookworm-slim
: "${NODE_DIGEST:=sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d}"
: "${CUDA_IMAGE:=docker.io/nvidia/cuda}"
# 13.0.0-devel-ubuntu22.04
: "${CUDA_DIGEST:=sha256:1470d2d7904fac4e5cb3bdfd4993305c46d3ee76deb0213eaaf248e5cf9c7400}"
