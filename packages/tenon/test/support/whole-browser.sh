#!/bin/sh
# Starts the browser of WHOLE_BROWSER without two features that no test needs, and that take half of its CPU: the pages
# of the address bar in each new window, and a spare process. It adds them to the option --disable-features of
# Playwright, because Chromium heeds only the last such option.
for option in "$@"; do
  shift
  case $option in
    --disable-features=*) option="$option,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess" ;;
  esac
  set -- "$@" "$option"
done
exec "$WHOLE_BROWSER" "$@"
