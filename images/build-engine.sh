#!/bin/sh
# Compiles the engine with CUDA from the source inside its package, in place, and leaves of it what runs; the libraries
# that it needs go into the folder cuda.
# usage: build-engine.sh ARCHITECTURES CUDA_FOLDER, in the folder with node_modules
set -eu
architectures=$1
cuda=$2
engine=node_modules/node-llama-cpp

export CI=true
export npm_config_nodedir="${npm_config_nodedir:-/usr/local}"
export NODE_LLAMA_CPP_CMAKE_OPTION_CMAKE_CUDA_ARCHITECTURES="$architectures"
export NODE_LLAMA_CPP_CMAKE_OPTION_GGML_CUDA_NCCL=OFF
# the name of a release's tag is in the bundle, so that nothing is fetched
node "$engine/dist/cli/cli.js" source download --skipBuild --noUsageExample
node "$engine/dist/cli/cli.js" source build --gpu cuda --ciMode \
  --noCustomCmakeBuildOptionsInBinaryFolderName --noUsageExample

built="$engine/llama/localBuilds/linux-x64-cuda"
test -f "$built/Release/libggml-cuda.so"
mkdir cuda
for library in libcudart.so.13 libcublas.so.13 libcublasLt.so.13; do
  cp -L "$cuda/lib64/$library" "cuda/$library"
done

mv "$built/Release" "$built/buildDone.status" .
rm -rf "$built"
mkdir -p "$built"
mv Release buildDone.status "$built/"
rm -rf "$engine/llama/llama.cpp" "$engine/llama/gitRelease.bundle" node_modules/.package-lock.json
