const SIZE = 64
const DEFAULT_ICON = '/icon.svg'
/** An iPhone takes no SVG for its screen. */
const DEFAULT_TOUCH_ICON = '/icon-192.png'

let logo: string | null = null
let pending = false
let drawing = 0

function link(rel: 'icon' | 'apple-touch-icon'): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (found) return found
  const made = document.createElement('link')
  made.rel = rel
  document.head.append(made)
  return made
}

const loadImage = (src: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error(`Unreadable icon ${src}`))
    image.src = src
  })

/** The icon with a dot in its corner, as a data address; null where the browser cannot draw. */
async function withBadge(src: string): Promise<string | null> {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = await loadImage(src)
  context.drawImage(image, 0, 0, SIZE, SIZE)
  context.beginPath()
  context.arc(SIZE - 15, SIZE - 15, 14, 0, 2 * Math.PI)
  context.fillStyle = '#c2570c'
  context.fill()
  context.lineWidth = 4
  context.strokeStyle = '#ffffff'
  context.stroke()
  return canvas.toDataURL('image/png')
}

async function draw(): Promise<void> {
  const turn = ++drawing
  const src = logo ?? DEFAULT_ICON
  const badge = pending ? await withBadge(src).catch(() => null) : null
  // The icon was changed again while this image loaded.
  if (turn !== drawing) return
  const icon = link('icon')
  icon.removeAttribute('type')
  icon.href = badge ?? src
}

/**
 * Changes the browser tab's icon: the company's logo, with a dot while writes are pending (TEN-05). An iPhone installs the page with the touch icon that it
 * has at that moment, and reads those of the manifest only without one (PWA-01).
 */
export function setFavicon(change: { logo?: string | null; pending?: boolean }): void {
  if (change.logo !== undefined) {
    logo = change.logo
    link('apple-touch-icon').href = logo ?? DEFAULT_TOUCH_ICON
  }
  if (change.pending !== undefined) pending = change.pending
  void draw()
}
