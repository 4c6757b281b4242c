#!/bin/bash
# Ends with 0 when the program in this container answers a path with 200. Bash alone, because it runs in every container every few
# seconds, where a process of Node costs many times as much.
# usage: health.sh [PORT [PATH]]
set -e
exec 3<>"/dev/tcp/127.0.0.1/${1:-${INTERNAL_PORT:-9090}}"
printf 'GET %s HTTP/1.0\r\n\r\n' "${2:-/livez}" >&3
IFS= read -r -t 8 status <&3
[[ $status == HTTP/1.?\ 200\ * ]]
