# Runs that end early: a rank is killed, or mpirun gets Ctrl-C. `run.sh` reads this.

# Starts ranks, waits until a file has something in it, and kills a rank. All others end soon
# after it, and MPI says which it was.
lose_one() {
    local file=$1 run
    shift
    "${start[@]}" -n 3 "$program" "$@" >"$work/log" 2>&1 &
    run=$!
    await "$file" "$run"
    kill -KILL "$(pgrep -f "^$program $1 .*$work" | tail -1)"
    local begin=$SECONDS
    wait "$run" && fail "a run without one of its ranks succeeded"
    [ $((SECONDS - begin)) -le 20 ] || fail "the other ranks took $((SECONDS - begin)) s to end"
    grep "$killed" "$work/log" || fail "nothing says which rank was killed: $(cat "$work/log")"
}

# Waits until a process has written a file.
await() {
    while [ ! -s "$1" ]; do
        kill -0 "$2" || fail "it ended before it wrote $1: $(cat "$work/log")"
        sleep 0.02
    done
}

echo "== a rank that is killed ends the run, and the folder is continued"
long=(run korf100 --instance 79 --instance 12 --instance 82 --strategy hda-mpi:manhattan --out "$work/killed")
# The first two instances are done when their rows are there.
lose_one "$work/killed/results.jsonl" "${long[@]}"
before=$(wc -l <"$work/killed/results.jsonl")
ranks 3 "$program" "${long[@]}" --node-limit 2M --quiet 2>/dev/null &&
    fail "another limit was accepted for the same folder"
if [ "$size" != small ]; then
    ranks 3 "$program" "${long[@]}" --quiet
    [ "$(wc -l <"$work/killed/results.jsonl")" -eq 3 ] || fail "the folder was not continued"
    [ "$before" -ge 1 ] || fail "finished rows were lost"
fi
# The second instance takes minutes.
long=(run korf100 --instance 79 --instance 60 --strategy idastar-mpi:manhattan --out "$work/ida")
lose_one "$work/ida/results.jsonl" "${long[@]}"
cp "$work/ida/results.jsonl" "$work/rows"
[ "$(wc -l <"$work/rows")" -eq 1 ] || fail "not one row: $(cat "$work/rows")"
if [ "$size" != small ]; then
    ranks 3 "$program" "${long[@]}" --quiet
    head -1 "$work/ida/results.jsonl" | cmp - "$work/rows" || fail "a finished row was lost"
    [ "$(wc -l <"$work/ida/results.jsonl")" -eq 2 ] || fail "the folder was not continued"
fi

# Starts two ranks, and stops one in its search. Without a signal to go on, all end soon after the
# limit of time, and one of those that waited says why.
stop_one() {
    local strategy=$1 which=$2 out=$work/stopped-$2 run
    "${start[@]}" -n 2 "$program" run korf100 --instance 79 --instance 60 --strategy "$strategy" \
        --time-limit 3s --out "$out" >"$work/log" 2>&1 &
    run=$!
    await "$out/results.jsonl" "$run"
    kill -STOP "$(pgrep -f "^$program run .*$work" | "$which" -1)"
    local begin=$SECONDS
    wait "$run" && fail "a run with a stopped rank succeeded"
    [ $((SECONDS - begin)) -le 60 ] || fail "the ranks took $((SECONDS - begin)) s to end"
    [ "$(grep -c "^error: rank . has waited for another rank" "$work/log")" = 1 ] ||
        fail "nothing says why: $(cat "$work/log")"
    [ "$(wc -l <"$out/results.jsonl")" -eq 1 ] || fail "not one row"
}

echo "== a rank that is stopped does not keep the others for ever"
stop_one idastar-mpi:manhattan tail
stop_one hda-mpi:manhattan head

echo "== an exploration that is ended is continued from its checkpoint"
saved=$work/saved
explore=("$program" explore --checkpoint "$saved" --every 1)
# Starts two ranks that explore, waits until a file has something in it, and gives mpirun, which has
# these options more, a Ctrl-C.
interrupt() {
    local file=$1 run
    shift
    : >"$work/log"
    "${start[@]}" "$@" -n 2 "${explore[@]}" --size "$board" >/dev/null 2>"$work/log" &
    run=$!
    await "$file" "$run"
    kill -INT "$run"
    wait "$run" && fail "an exploration was complete after Ctrl-C"
    cat "$work/log"
}
continued() {
    ranks "$1" "${explore[@]}" --size 3x4 >"$work/explore-on" 2>"$work/log"
    grep "continuing at distance" "$work/log" || fail "it began again: $(cat "$work/log")"
    cmp <(grep -v '^Counted' "$work/explore") <(grep -v '^Counted' "$work/explore-on") ||
        fail "an exploration that was continued has other counts"
    [ -z "$(compgen -G "$saved*")" ] || fail "files are left: $(ls "$saved"*)"
}
board=3x4
"$program" explore --size 3x4 --quiet >"$work/explore"
lose_one "$saved" "${explore[@]:1}" --size 3x4
continued 2
if [ "$size" != small ]; then
    # mpirun may kill the ranks before the layer ends.
    interrupt "$saved"
    continued 3
    # This space lasts, and mpirun gives the ranks time to end a layer. MPICH always does.
    board=2x7
    patient=(--mca odls_base_sigkill_timeout 3)
    [ "$library" = openmpi ] || patient=()
    interrupt "$saved" "${patient[@]}"
    grep -q "the same command continues from distance" "$work/log" || fail "no checkpoint"
    # The second time, it says at once that it continues.
    interrupt "$work/log" "${patient[@]}"
    grep -q "continuing at distance" "$work/log" || fail "it began again"
    grep -q "the same command continues from distance" "$work/log" || fail "no checkpoint"
    timeout --signal INT 5 "$program" explore --size 2x7 --quiet --checkpoint "$work/alone" || true
    python3 - "$saved" "$work/alone" <<'PYTHON' || fail "the checkpoint has other counts"
import json, sys

first, second = (json.loads(open(file, "rb").readline())["counts"] for file in sys.argv[1:])
common = min(len(first), len(second))
print(f"2x7: {first} and {second}")
sys.exit(common < 2 or first[:common] != second[:common])
PYTHON
    rm "$saved"* "$work/alone"*
fi
