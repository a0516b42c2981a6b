#!/usr/bin/env bash
# Runs optile-mpi over MPI on this machine and checks what it finds: messages, searches,
# whole spaces, the simulation, ranks on two hosts, a rank that is killed, Ctrl-C, what is refused,
# full disks, and jobs in Slurm.
#
# usage: mpi/tests/run.sh [small] [mpich]
#
# With `small`, it takes about a minute, and leaves out Slurm, which not every machine can
# run. With `mpich`, ranks run over MPICH instead of Open MPI, and Slurm is left out too. It
# installs Debian's packages of the library and of Slurm if they are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

size=all library=openmpi
for argument; do
    case $argument in
        small) size=small ;;
        mpich) library=mpich ;;
        *) echo "error: unknown argument '$argument': expected small or mpich" >&2 && exit 1 ;;
    esac
done
packages=()
target=${CARGO_TARGET_DIR:-target}
# What starts ranks: they may outnumber cores, their threads use all cores, and containers are
# often used by root. What is said of a rank that is killed: MPICH only knows its process.
if [ "$library" = mpich ]; then
    command -v mpicc.mpich >/dev/null || packages+=(libmpich-dev)
    command -v mpiexec.mpich >/dev/null || packages+=(mpich)
    export MPICC=mpicc.mpich
    target=$target/mpich
    start=(mpiexec.mpich -bind-to none)
    killed="PID [0-9]* RUNNING AT"
else
    command -v mpicc >/dev/null || packages+=(libopenmpi-dev)
    command -v mpirun >/dev/null || packages+=(openmpi-bin)
    start=(mpirun --allow-run-as-root --oversubscribe --bind-to none)
    killed="process rank [0-9]* with PID [0-9]* .*signal 9"
fi
# libclang-cpp, which other packages bring, is another library.
compgen -G '/usr/lib/*/libclang[-.][0-9s]*' >/dev/null \
    || compgen -G '/usr/lib/llvm-*/lib/libclang[-.][0-9s]*' >/dev/null || packages+=(libclang-dev)
if [ "$size-$library" = all-openmpi ]; then
    command -v slurmctld >/dev/null || packages+=(slurm-wlm)
    command -v munged >/dev/null || packages+=(munge)
fi
if [ ${#packages[@]} -gt 0 ]; then
    apt-get update -q && apt-get install -y -q --no-install-recommends "${packages[@]}"
fi

# As a part of the workspace, most packages have the features with which `cargo test --workspace`
# has built them.
cargo build --workspace --features optile-mpi/mpi --bin optile-mpi --example check_link \
    --example simulate --target-dir "$target"
program=$target/debug/optile-mpi
check_link=$target/debug/examples/check_link
work=$(mktemp -d)
finish() {
    ! mountpoint -q "$work/disk" || umount "$work/disk"
    rm -rf "$work"
}
trap finish EXIT

# What ends ranks in time, if anything does.
limit=()

ranks() {
    local number=$1
    shift
    "${limit[@]}" "${start[@]}" -n "$number" "$@"
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Ranks that are started so fail together within a minute, with status 1 and one error.
refused() {
    local said=$1 status=0 limit=(timeout 60)
    shift
    "$@" >"$work/log" 2>&1 || status=$?
    [ "$status" = 1 ] || fail "exit status $status of $*: $(cat "$work/log")"
    [ "$(grep -c '^error: ' "$work/log")" = 1 ] || fail "not one error: $*: $(cat "$work/log")"
    grep -q "^error: .*$said" "$work/log" || fail "not the error '$said': $(cat "$work/log")"
}

# Two ranks with their own commands, given as texts for a shell.
pair() {
    "${limit[@]}" "${start[@]}" -n 1 sh -c "exec $1" : -n 1 sh -c "${3:-:}; exec $2"
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
    ranks "$number" "$check_link"
done

# 8-puzzles of all lengths, and 15-puzzles: four that are solved in milliseconds, or the ten of
# Korf's for which his program generated the fewest nodes.
sets=(--instances instances/eight-corner.tsv)
if [ "$size" = small ]; then
    sets+=(--instances instances/fifteen-36.tsv)
else
    # Ten of a bundled set are not that set, so they have no id.
    grep -E '^# (size|goal):' instances/korf100.tsv >"$work/ten.tsv"
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
    done
    strategy=hda-mpi:manhattan,exchange=anytime
    ranks "$number" "$program" run "${sets[@]}" --strategy "$strategy" --quiet \
        --out "$work/$number-anytime" --overwrite
done

echo "== whole spaces: the counts are those published"
for number in "${numbers[@]}"; do
    ranks "$number" "$program" explore --size 3x3 --quiet >"$work/explore"
    grep -q "at every distance" "$work/explore" || fail "explore on $number ranks"
done
ranks 2 "$program" explore --size 2x6 --quiet >"$work/explore"
grep -q "The counts are as in" "$work/explore" || fail "explore 2x6"

# By the number of ranks: the sums of expansions. Of several ranks: what they sent.
echo "== the simulation: the expansions, nodes and messages of real ranks"
numbers=(1 2 4 8)
"$target/debug/examples/simulate" instances/fifteen-36.tsv --ranks 1,2,4,8 >"$work/simulation.csv"
real=(--instances instances/fifteen-36.tsv --strategy hda-mpi:manhattan)
for number in "${numbers[@]}"; do
    ranks "$number" "$program" run "${real[@]}" --out "$work/real-$number" \
        >"$work/real-$number.txt"
done
python3 - "$work" "${numbers[@]}" <<'PYTHON' || fail "the simulation differs from real ranks"
import csv, re, sys
from collections import Counter

work, *numbers = sys.argv[1:]
sent = re.compile(r"sent each other ([\d,\u202f\u00a0]+) nodes in ([\d,\u202f\u00a0]+) messages")
simulated, real = Counter(), Counter()
with open(f"{work}/simulation.csv") as lines:
    for row in csv.DictReader(lines):
        simulated[row["ranks"]] += int(row["expanded"])
        simulated["nodes"] += int(row["sent_nodes"])
        simulated["messages"] += int(row["messages"])
for number in numbers:
    with open(f"{work}/real-{number}/results.csv") as lines:
        for row in csv.DictReader(lines):
            real[number] += int(row["expanded"])
    # One rank alone sends nothing, and nothing is printed about it.
    with open(f"{work}/real-{number}.txt") as text:
        for found in sent.findall(" ".join(text.read().split())):
            for what, count in zip(["nodes", "messages"], found):
                real[what] += int(re.sub(r"\D", "", count))
if real != simulated:
    sys.exit(f"simulated: {simulated}\nreal: {real}")
PYTHON

echo "== a rank with fewer cores than threads"
few=(ranks 2 taskset --cpu-list 0 "$program" explore --size 3x3 --quiet)
"${few[@]}" --threads 2 2>&1 >/dev/null | grep -q '^warning: rank 0 has 1 core for 2 threads' ||
    fail "no warning of few cores"
[ -z "$("${few[@]}" 2>&1 >/dev/null)" ] || fail "a warning of cores that are enough"

echo "== two hosts, which are this machine, with TCP between them"
cat >"$work/agent" <<'AGENT'
#!/bin/sh
# mpirun calls this instead of ssh: the name of a host, and what to run there.
[ "$1" != -x ] || shift
host=$1
shift
if unshare --uts true 2>/dev/null; then
    exec unshare --uts sh -c "hostname $host; $*"
fi
exec sh -c "$*"
AGENT
chmod +x "$work/agent"
on_hosts() {
    if [ "$library" = mpich ]; then
        "${start[@]}" -launcher ssh -launcher-exec "$work/agent" -hosts first:2,second:2 -n 4 "$@"
    else
        "${start[@]}" --mca plm_rsh_agent "$work/agent" --mca btl tcp,self \
            --host first:2,second:2 -n 4 "$@"
    fi
}
on_hosts "$check_link"
found=(run smoke --strategy hda-mpi:manhattan --strategy idastar-mpi:manhattan --quiet)
on_hosts "$program" "${found[@]}" --out "$work/hosts"
"$program" --local 4 "${found[@]}" --out "$work/no-hosts"
cmp <(essence "$work/hosts") <(essence "$work/no-hosts") || fail "searches on two hosts"
on_hosts "$program" explore --size 3x3 --quiet >"$work/explore"
grep -q "at every distance" "$work/explore" || fail "explore on two hosts"
if unshare --uts true 2>/dev/null; then
    tr -d ' \n' <"$work/hosts/run.json" |
        grep -q '"hosts":\["first","first","second","second"\]' ||
        fail "run.json names other hosts: $(cat "$work/hosts/run.json")"
else
    echo "not checked: the names of the hosts, because this user cannot give them"
fi

source mpi/tests/ended.sh

echo "== what is refused"
refused "unknown suite" ranks 3 "$program" run nosuch --strategy hda-mpi:manhattan --out "$work/no"
refused "unknown heuristic" ranks 3 "$program" run smoke --strategy hda-mpi:no --out "$work/no"
[ ! -e "$work/no" ] || fail "a folder was made for a run that was refused"
refused "the space has 8 parts, which is too few for 9 ranks" ranks 9 "$program" explore --size 3x3
refused "2 ranks were started, but --local is for one" \
    ranks 2 "$program" --local 2 explore --size 3x3
refused "rank 1 was started for .*2x5.*, and rank 0 for .*3x3" \
    pair "$program explore --size 3x3" "$program explore --size 2x5"
refused "rank 1 was started for .explore .*, and rank 0 for .run" \
    pair "$program run smoke --strategy hda-mpi:manhattan --out $work/no" \
    "$program explore --size 3x3"
explore="$program explore --size 2x6 --quiet"
refused "needs .* of memory, but the limit is" ranks 2 $explore --memory-limit 10MB
refused "rank 1 on .* but the limit is 1.00" pair "$explore" "$explore --memory-limit 1MB"
refused "rank 0 on .* but the limit is 1.00" pair "$explore --memory-limit 1MB" "$explore"
explore="$program explore --size 2x7 --quiet"
refused "rank 1 on .* but .ulimit -v. leaves it" pair "$explore" "$explore" "ulimit -v 1000000"

echo "== only the first rank reads the instances"
run="$program run --strategy idastar-mpi:manhattan --quiet --out $work/first --instances"
pair "$run instances/eight-corner.tsv" "$run $work/nowhere.tsv"
[ "$(tail -n +2 "$work/first/results.csv" | wc -l)" -gt 0 ] || fail "there are no rows"

echo "== the rank with the least memory sets the limit of all"
run="$program run smoke --strategy hda-mpi:manhattan --quiet --out $work/least"
pair "$run" "$run" "ulimit -v 1000000"
grep -q '"memory": *512000000' "$work/least/run.json" || fail "$(cat "$work/least/run.json")"

echo "== full disks"
mkdir "$work/disk"
if mount -t tmpfs -o size=1m tmpfs "$work/disk" 2>/dev/null; then
    explore=(explore --size 2x6 --quiet)
    # It is half full at first, and then full.
    head -c 1000k /dev/zero >"$work/disk/other"
    ranks 2 "$program" "${explore[@]}" --checkpoint "$work/disk/checkpoint" >"$work/explore" \
        2>"$work/log" || fail "an exploration without its checkpoints: $(cat "$work/log")"
    grep -q "warning: .* cannot write the checkpoint .*No space left" "$work/log" ||
        fail "no warning about checkpoints: $(cat "$work/log")"
    [ "$(ls "$work/disk")" = other ] || fail "files are left: $(ls "$work/disk")"
    disk=(run smoke --strategy hda-mpi:manhattan --quiet --out "$work/disk/out")
    refused "No space left" ranks 2 "$program" "${disk[@]}"
    rm "$work/disk/other"
    ranks 2 "$program" "${disk[@]}"
    "$program" --local 2 "${disk[@]::5}" --out "$work/no-disk"
    cmp <(essence "$work/disk/out") <(essence "$work/no-disk") || fail "rows of the full disk"
    umount "$work/disk"
else
    echo "not checked: this user cannot mount a small disk"
fi

echo "== ranks with different programs"
cp "$program" "$work/other"
printf '\0' >>"$work/other"
status=0
small=(explore --size 3x3)
"${start[@]}" -n 1 "$program" "${small[@]}" : -n 1 "$work/other" "${small[@]}" >"$work/log" 2>&1 ||
    status=$?
[ "$status" = 1 ] || fail "different programs: exit status $status"
grep -q "rank 1 runs another program than rank 0" "$work/log" || fail "$(cat "$work/log")"

if [ "$size-$library" = all-openmpi ]; then
    echo "== jobs in Slurm: the same rows as without it"
    cargo build -p optile
    examples/slurm/try.sh "${program%-mpi}" "$program"
fi

echo "optile-mpi over $library: all well"
