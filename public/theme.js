// Applied before the first paint, outside the bundle, so that a dark screen never flashes white (TEN-03). The key is theme.ts's.
;(() => {
  var dark = false
  try {
    dark = localStorage.getItem('lolapp.theme') === 'dark'
  } catch (_) {
    // Storage refused by the browser: the light theme is the default.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#1b1f24' : '#ffffff')
})()
