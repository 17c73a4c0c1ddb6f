#!/bin/sh
# Builds an image of this folder, pushes it and writes image-detail.json, in CodeBuild or anywhere with docker and aws.
#   IMAGE_KIND      cpu or gpu
#   REPOSITORY_URI  ACCOUNT.dkr.ecr.REGION.amazonaws.com/NAME, a repository that exists
#   IMAGE_TAG       what it is pushed as; the digest is what counts
#   SOURCE_SHA256   hash of this source, noted in image-detail.json
set -eu

stop() {
  echo "image not built: $1" >&2
  exit 1
}

is_digest() {
  printf '%s\n' "$1" | grep -Eqx 'sha256:[0-9a-f]{64}' && ! printf '%s\n' "$1" | grep -Eqx 'sha256:0{64}'
}

. ./bases.sh
case "${IMAGE_KIND:-}" in
  cpu | gpu) ;;
  *) stop "IMAGE_KIND is “${IMAGE_KIND:-}”, and must be cpu or gpu" ;;
esac
[ -n "${IMAGE_TAG:-}" ] || stop 'IMAGE_TAG is not set'
printf '%s\n' "${REPOSITORY_URI:-}" |
  grep -Eqx '[0-9]{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(\.cn)?/[a-z0-9][a-z0-9._/-]*' ||
  stop "REPOSITORY_URI is “${REPOSITORY_URI:-}”, and names no ECR repository"
is_digest "$NODE_DIGEST" || stop "NODE_DIGEST is “$NODE_DIGEST”, and names no image"
is_digest "$CUDA_DIGEST" || stop "CUDA_DIGEST is “$CUDA_DIGEST”, and names no image"

registry=${REPOSITORY_URI%%/*}
name=${REPOSITORY_URI#*/}
region=$(printf '%s\n' "$registry" | cut -d . -f 4)
image="$REPOSITORY_URI:$IMAGE_TAG"

password=$(aws ecr get-login-password --region "$region") || stop 'no password for the registry could be had'
printf '%s' "$password" | docker login --username AWS --password-stdin "$registry" || stop 'the registry refused the login'

set -- --build-arg "NODE_IMAGE=$NODE_IMAGE" --build-arg "NODE_DIGEST=$NODE_DIGEST"
[ "$IMAGE_KIND" = cpu ] ||
  set -- "$@" --build-arg "CUDA_IMAGE=$CUDA_IMAGE" --build-arg "CUDA_DIGEST=$CUDA_DIGEST"
# SageMaker takes a plain image and no index, which attestations would make of it.
export DOCKER_BUILDKIT=1 BUILDX_NO_DEFAULT_ATTESTATIONS=1
docker build --platform linux/amd64 --file "$IMAGE_KIND.Dockerfile" --tag "$image" "$@" . || stop 'docker build failed'
docker push "$image" || stop 'docker push failed'

# What the registry has, and not what docker believes.
digest=$(aws ecr describe-images --region "$region" --repository-name "$name" \
  --image-ids "imageTag=$IMAGE_TAG" --query 'imageDetails[0].imageDigest' --output text) ||
  stop 'the registry does not say what it has'
is_digest "$digest" || stop "the registry says “$digest”, which is no digest"

cat > image-detail.json <<END
{
  "kind": "$IMAGE_KIND",
  "uri": "$REPOSITORY_URI@$digest",
  "tag": "$IMAGE_TAG",
  "digest": "$digest",
  "source_sha256": "${SOURCE_SHA256:-}",
  "node_digest": "$NODE_DIGEST",
  "cuda_digest": "$([ "$IMAGE_KIND" = cpu ] || printf '%s' "$CUDA_DIGEST")"
}
END
cat image-detail.json
