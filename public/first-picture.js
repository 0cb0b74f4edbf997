// The agenda as this device showed it last, on the screen before the app is read (WORK-13). It is a picture: the app draws behind it, and takes it away.
// What a person touches is the app. src/data/first-picture keeps it and says what it holds.
;(() => {
  const KEY = 'lolapp.image'
  const MOST_MS = 8000
  const LOOK_MS = 150
  const NEVER = /^(script|iframe|object|embed|link|meta|base|form)$/i
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || 'null')
    if (!kept) return
    const auth = JSON.parse(localStorage.getItem('lolapp.auth') || 'null')
    const owner = auth?.account && `${auth.account.kind}:${auth.account.id}`
    const now = Date.now()
    if (kept.owner !== owner || now < kept.from || now >= kept.until) {
      localStorage.removeItem(KEY)
      return
    }
    const root = document.documentElement
    const isSame =
      kept.path === location.pathname &&
      location.search === '' &&
      kept.build === document.querySelector('script[type=module]').src &&
      kept.scheme === root.getAttribute('data-mantine-color-scheme') &&
      kept.width === innerWidth &&
      kept.height === innerHeight
    if (!isSame) return

    const scrolled = []
    const make = (node) => {
      if (typeof node === 'string') return document.createTextNode(node)
      const [tag, attributes, children, svg, top] = node
      if (NEVER.test(tag)) return document.createTextNode('')
      const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
      for (const name in attributes) if (!/^on/i.test(name)) made.setAttribute(name, attributes[name])
      for (const child of children) made.append(make(child))
      if (top) scrolled.push([made, top])
      return made
    }
    const host = document.createElement('div')
    host.inert = true
    host.setAttribute('aria-hidden', 'true')
    host.style.cssText =
      'position:fixed;inset:0;z-index:150;overflow:hidden;contain:strict;will-change:transform;pointer-events:none'
    // Closed: no code of the app finds an appointment of the picture among its own.
    const shadow = host.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(kept.css)
    shadow.adoptedStyleSheets = [sheet]
    shadow.append(make(kept.tree))
    document.body.prepend(host)
    for (const [element, top] of scrolled) element.scrollTop = top
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('first-picture')))

    const remove = () => {
      clearInterval(timer)
      removeEventListener('lolapp:drawn', remove)
      host.remove()
    }
    // Another page, a question or an alarm is not to stand behind it. Asked now and then: the page changes a hundred times until it is drawn.
    const timer = setInterval(() => {
      const isOver = Date.now() > now + MOST_MS || location.pathname !== kept.path
      if (isOver || document.querySelector('[role=dialog],[role=alert]')) remove()
    }, LOOK_MS)
    addEventListener('lolapp:drawn', remove)
  } catch (_) {
    // Without it the page is empty for a moment longer.
  }
})()
