// Applied before the first paint, outside the bundle, so that a dark screen never flashes white (TEN-03). The key is theme.ts's.
;(() => {
  var chosen = null
  try {
    chosen = localStorage.getItem('lolapp.theme')
  } catch (_) {
    // Storage refused by the browser: the system decides.
  }
  // Until somebody chooses, the system's theme.
  var known = chosen === 'dark' || chosen === 'light'
  var dark = known ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#1b1f24' : '#ffffff')
})()
