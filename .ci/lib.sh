# What .ci/run and .ci/nightly share: steps with a heading, counts of tests, and the programs that tests need.

failed_steps=()
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

heading() {
  printf '\n== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$1"
}

# step TITLE COMMAND…: a step that fails does not keep the later ones from running.
step() {
  local title=$1
  shift
  heading "$title"
  "$@" || failed_steps+=("$title")
}

# logged LOG COMMAND…: keeps the output, whose last line `N passed, N failed` counts in the result.
logged() {
  local log=$logs/$1.log
  shift
  "$@" 2>&1 | tee "$log"
}

# The Debian packages of programs that tests start (the PostgreSQL of npm has no pg_dump). One that is missing
# afterwards fails the run: its tests are skipped, and no test may be.
install_programs() {
  local missing=()
  command -v redis-server >/dev/null || missing+=(redis-server)
  command -v promtool >/dev/null || missing+=(prometheus)
  command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ] || missing+=(haproxy)
  [ -x /usr/bin/chromium ] || missing+=(chromium)
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
  [ ${#missing[@]} -eq 0 ] && return
  heading "Install ${missing[*]}"
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "${missing[*]}: not installed, and apt-get needs root"
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null
}

install_dependencies() {
  heading 'Install dependencies and build'
  # The one fetches while the other builds.
  npm ci --prefix release --no-audit --no-fund >"$logs/release.txt" 2>&1 &
  local release=$!
  npm ci --no-audit --no-fund && wait "$release" && return
  cat "$logs/release.txt"
  echo '0 passed, 1 failed'
  exit 1
}

# on_node LOG VERSION FILES…: tests on another Node than this machine's, which npm has as a package without a script.
on_node() {
  local log=$1 version=$2 platform home
  shift 2
  home=$logs/node-$version
  platform=$(node -p '`${process.platform}-${process.arch}`')
  mkdir -p "$home"
  echo '{ "private": true }' >"$home/package.json"
  npm install --prefix "$home" --ignore-scripts --no-audit --no-fund --no-save "node-$platform@$version" || return
  PATH="$home/node_modules/node-$platform/bin:$PATH" logged "$log" npm test -- "$@"
}

# Adds up the last `N passed, N failed` of each log (one failure where there is none), and ends with the sum.
finish() {
  local log line passed=0 failed=0 log_passed log_failed
  heading 'Result'
  for log in "$logs"/*.log; do
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
    read -r log_passed _ log_failed _ <<<"${line:-0 passed, 1 failed}"
    passed=$((passed + log_passed))
    failed=$((failed + log_failed))
  done
  [ ${#failed_steps[@]} -eq 0 ] || printf 'failed: %s\n' "${failed_steps[@]}"
  # A failed step without a failed test is still a failure of the run.
  [ "$failed" -gt 0 ] || failed=${#failed_steps[@]}
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
