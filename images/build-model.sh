#!/bin/sh
# Fetches a pinned model, checks it, packs it and stores it, in CodeBuild or anywhere with node, curl and aws.
#   MODEL_REPOSITORY, MODEL_REVISION  owner/name, and a commit in full
#   MODEL_FILES, MODEL_SHA256S        the file, or all parts of a split model in order, and their checksums; blanks between
#   MODEL_TARGET                      s3://BUCKET/…/model.tar.gz for an archive, s3://BUCKET/…/ for a prefix
#   HF_TOKEN                          for a repository that wants one
#   HF_ENDPOINT                       another hub
set -eu

stop() {
  echo "model not stored: $1" >&2
  exit 1
}

matches() {
  printf '%s\n' "$1" | grep -Eqx "$2"
}

matches "${MODEL_REPOSITORY:-}" '[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*' ||
  stop "MODEL_REPOSITORY is “${MODEL_REPOSITORY:-}”, and must be owner/name"
matches "${MODEL_REVISION:-}" '[0-9a-f]{40}' ||
  stop "MODEL_REVISION is “${MODEL_REVISION:-}”, and must be a commit: branches and tags move"
case "${MODEL_TARGET:-}" in
  s3://*/*.tar.gz) form=archive ;;
  s3://*/) form=prefix ;;
  *) stop "MODEL_TARGET is “${MODEL_TARGET:-}”, and must be s3://…/model.tar.gz or s3://…/" ;;
esac
[ -n "${MODEL_FILES:-}" ] || stop 'MODEL_FILES is not set'

rm -rf model packed
mkdir -p model packed
# shellcheck disable=SC2086
set -- ${MODEL_SHA256S:-}
first=
for file in $MODEL_FILES; do
  matches "$file" '[A-Za-z0-9][A-Za-z0-9._+/-]*\.gguf' || stop "“$file” is no name of a GGUF file"
  case "$file" in *..*) stop "“$file” is no name of a GGUF file" ;; esac
  [ $# -gt 0 ] || stop "there is no checksum for $file"
  expected=$1
  shift
  matches "$expected" '[0-9a-f]{64}' || stop "“$expected” is no SHA-256"
  path="model/${file##*/}"
  [ ! -e "$path" ] || stop "$file is named twice"
  url="${HF_ENDPOINT:-https://huggingface.co}/$MODEL_REPOSITORY/resolve/$MODEL_REVISION/$file"
  # the token stays out of the list of processes
  { [ -z "${HF_TOKEN:-}" ] || printf 'header = "Authorization: Bearer %s"\n' "$HF_TOKEN"; } |
    curl --config - --fail --location --silent --show-error --retry 5 --output "$path" "$url" ||
    stop "$url could not be fetched"
  actual=$(sha256sum "$path" | cut -d ' ' -f 1)
  [ "$actual" = "$expected" ] || stop "$file has the checksum $actual, and $expected was pinned"
  first=${first:-$path}
done
[ $# -eq 0 ] || stop 'there are more checksums than files'

node ./package-model.mjs "$first" "$MODEL_REPOSITORY" "$MODEL_REVISION" "$form" packed > packed.json ||
  stop 'it could not be packed'
if [ "$form" = archive ]; then
  aws s3 cp --only-show-errors packed/model.tar.gz "$MODEL_TARGET" || stop 'the archive could not be stored'
else
  aws s3 cp --only-show-errors packed/model-manifest.json "$MODEL_TARGET" || stop 'the manifest could not be stored'
  for path in model/*; do
    aws s3 cp --only-show-errors "$path" "$MODEL_TARGET" || stop "$path could not be stored"
  done
fi
mv packed.json model-detail.json
cat model-detail.json
