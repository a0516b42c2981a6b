#!/usr/bin/env bash
# Runs optile-mpi over MPI on this machine and checks what it finds: messages, searches,
# whole spaces, a rank that is killed, ranks with different programs, and jobs in Slurm.
#
# usage: mpi/tests/run.sh [small]
#
# With `small`, it takes about a minute, and leaves out Slurm, which not every machine can
# run. It installs Debian's packages of Open MPI and of Slurm if they are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

size=${1:-all}
packages=()
command -v mpicc >/dev/null || packages+=(libopenmpi-dev)
command -v mpirun >/dev/null || packages+=(openmpi-bin)
compgen -G '/usr/lib/*/libclang*.so*' >/dev/null || compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' \
    >/dev/null || packages+=(libclang-dev)
if [ "$size" != small ]; then
    command -v slurmctld >/dev/null || packages+=(slurm-wlm)
    command -v munged >/dev/null || packages+=(munge)
fi
if [ ${#packages[@]} -gt 0 ]; then
    apt-get update -q && apt-get install -y -q --no-install-recommends "${packages[@]}"
fi

cargo build -p optile-mpi --features mpi
program=${CARGO_TARGET_DIR:-target}/debug/optile-mpi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Ranks may outnumber cores, and containers are often used by root.
ranks() {
    local number=$1
    shift
    mpirun --allow-run-as-root --oversubscribe -n "$number" "$@"
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# The columns of a folder that do not depend on time.
essence() {
    python3 - "$1/results.csv" <<'PYTHON'
import csv, sys
columns = ["instance", "strategy", "status", "length", "moves", "expanded",
           "expanded_before_last", "generated", "evaluated", "duplicates", "reopened"]
with open(sys.argv[1]) as file:
    for row in sorted(csv.DictReader(file), key=lambda row: row["instance"] + row["strategy"]):
        print(*(row[column] for column in columns), sep="\t")
PYTHON
}

echo "== messages"
for number in 1 2 3 4 7; do
    ranks "$number" "$program" check-link
done

# 8-puzzles of all lengths, and 15-puzzles: four that are solved in milliseconds, or the ten of
# Korf's for which his program generated the fewest nodes.
sets=(--instances instances/eight-corner.tsv)
if [ "$size" = small ]; then
    sets+=(--instances instances/fifteen-36.tsv)
else
    grep '^#' instances/korf100.tsv >"$work/ten.tsv"
    awk -F'\t' '!/^#/ && $5 != "-"' instances/korf100.tsv | sort -t$'\t' -k5,5n |
        sed -n 1,10p >>"$work/ten.tsv"
    sets+=(--instances "$work/ten.tsv")
fi
echo "== searches: the same rows over MPI and on threads, lengths as in the instance files"
numbers=(1 2 3 4 7)
[ "$size" = small ] && numbers=(2 3)
for number in "${numbers[@]}"; do
    for threads in 1 2; do
        out=$work/$number-$threads
        for strategy in hda-mpi:manhattan idastar-mpi:manhattan; do
            options=("${sets[@]}" --strategy "$strategy" --threads "$threads" --quiet)
            ranks "$number" "$program" run "${options[@]}" --out "$out-mpi" --overwrite
            "$program" --local "$number" run "${options[@]}" --out "$out-local" --overwrite
            cmp <(essence "$out-mpi") <(essence "$out-local") ||
                fail "$strategy on $number ranks of $threads threads"
        done
        for owner in hash tiles; do
            [ "$threads" = 1 ] || continue
            strategy=hda-mpi:manhattan,exchange=anytime,owner=$owner
            ranks "$number" "$program" run "${sets[@]}" --strategy "$strategy" --quiet \
                --out "$out-anytime" --overwrite
        done
    done
done

echo "== whole spaces: the counts are those published"
for number in "${numbers[@]}"; do
    ranks "$number" "$program" explore --size 3x3 --quiet >"$work/explore"
    grep -q "at every distance" "$work/explore" || fail "explore on $number ranks"
done
ranks 2 "$program" explore --size 2x6 --quiet >"$work/explore"
grep -q "The counts are as in" "$work/explore" || fail "explore 2x6"

echo "== a rank that is killed ends the run, and the folder is continued"
long=(run korf100 --instance 79 --instance 12 --instance 82 --strategy hda-mpi:manhattan --out "$work/killed")
ranks 3 "$program" "${long[@]}" >"$work/log" 2>&1 &
run=$!
# The first two instances are done when their rows are there.
for _ in $(seq 600); do
    [ -s "$work/killed/results.jsonl" ] && break
    sleep 0.1
done
victim=$(pgrep -f "^$program run korf100 .*killed" | tail -1)
kill -KILL "$victim"
begin=$SECONDS
wait "$run" && fail "a run without one of its ranks succeeded"
[ $((SECONDS - begin)) -le 20 ] || fail "the other ranks took $((SECONDS - begin)) s to end"
grep -q "signal 9" "$work/log" || fail "nothing says which rank was killed: $(cat "$work/log")"
before=$(wc -l <"$work/killed/results.jsonl")
ranks 3 "$program" "${long[@]}" --node-limit 2M --quiet 2>/dev/null &&
    fail "another limit was accepted for the same folder"
grep -h "noticed" "$work/log"
if [ "$size" != small ]; then
    ranks 3 "$program" "${long[@]}" --quiet
    [ "$(wc -l <"$work/killed/results.jsonl")" -eq 3 ] || fail "the folder was not continued"
    [ "$before" -ge 1 ] || fail "finished rows were lost"
fi

echo "== ranks with different programs"
cp "$program" "$work/other"
printf '\0' >>"$work/other"
status=0
mpirun --allow-run-as-root --oversubscribe -n 1 "$program" check-link : -n 1 "$work/other" \
    check-link >"$work/log" 2>&1 || status=$?
[ "$status" = 1 ] || fail "different programs: exit status $status"
grep -q "rank 1 runs another program than rank 0" "$work/log" || fail "$(cat "$work/log")"

if [ "$size" != small ]; then
    echo "== jobs in Slurm: the same rows as without it"
    cargo build -p optile
    harness/tests/slurm/try.sh "${program%-mpi}" "$program"
fi

echo "optile-mpi: all well"
