#!/usr/bin/env bash
# Waits for the job of kubernetes.yaml, takes the parts from its pods' logs, and merges: collect-kubernetes.sh PROGRAM [RECORD]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR
. "$here/common.sh"

job=load-balancing-sweep
[[ $# -ge 1 && $# -le 2 ]] || fail 'usage: collect-kubernetes.sh PROGRAM [RECORD]'
[[ -x "$1" && ! -d "$1" ]] || fail "$1 is no program: build it with cargo build --release -p load-balancing-sweep"
command -v kubectl >/dev/null || fail 'kubectl is not here'
program=$(realpath "$1")
record=()
[ $# -eq 1 ] || record=(--out "$(realpath -m "$2")")

kubectl wait --for=condition=complete --timeout=2h "job/$job"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
parts=$(kubectl get job "$job" --output=jsonpath='{.spec.completions}')
for ((index = 0; index < parts; index++)); do
  labels="batch.kubernetes.io/job-name=$job,batch.kubernetes.io/job-completion-index=$index"
  # Of pods that were tried again only one has succeeded.
  pod=$(kubectl get pods --selector="$labels" --field-selector=status.phase=Succeeded --output=name | head -n 1)
  [ -n "$pod" ] || fail "part $((index + 1)) has no pod that succeeded"
  # The first line says where the part was written.
  kubectl logs "$pod" | sed -n '/^{/,$p' >"$folder/$((index + 1)).json"
done
"$program" merge "${record[@]}" "$folder"/*.json
