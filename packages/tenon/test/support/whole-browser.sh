#!/bin/sh
# Starts the browser of WHOLE_BROWSER without two things that no test asks for, and that take half of its CPU: in each
# new window the pages of its address bar, and a process in reserve. Both are features, and Playwright turns off others:
# Chromium heeds the last such option only.
for option in "$@"; do
  shift
  case $option in
    --disable-features=*) option="$option,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess" ;;
  esac
  set -- "$@" "$option"
done
exec "$WHOLE_BROWSER" "$@"
