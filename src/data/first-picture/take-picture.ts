import type { PictureNode } from './stored-picture.ts'

/** Stands for the document's root in the picture's styles. */
export const FRAME = 'lola-picture'

/** What does something, or loads something by itself. */
const NEVER = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'link',
  'meta',
  'base',
  'form',
  'template',
  'noscript',
])
/** What names, leads, loads or is typed: a picture has none of it. */
const LEFT_OUT = /^(on.*|id|for|name|value|href|xlink:href|src|srcset|action|tabindex|autofocus|contenteditable)$/
/** What says how things are now. */
const NOW = '[data-not-pictured],[role=status]'
const SVG = 'http://www.w3.org/2000/svg'

/**
 * The elements under this one, without anything that acts. What says how things are now (`data-not-pictured`, `role="status"`: the state of the
 * synchronisation, the line of the hour) has its place, and nothing in it.
 */
export function treeOf(element: Element): PictureNode {
  if (element.matches(NOW)) return emptyPlace(element)
  const attributes: Record<string, string> = {}
  for (const { name, value } of element.attributes) if (!LEFT_OUT.test(name)) attributes[name] = value
  if (element instanceof HTMLImageElement && isOwnImage(element)) attributes.src = element.currentSrc
  const children = [...element.childNodes].flatMap((child): PictureNode[] => {
    if (child instanceof Element) return NEVER.has(child.localName) ? [] : [treeOf(child)]
    return child instanceof Text && child.data !== '' ? [child.data] : []
  })
  const top = Math.round(element.scrollTop)
  const more: [] | [0 | 1] | [0 | 1, number] = top > 0 ? [isSvg(element) ? 1 : 0, top] : isSvg(element) ? [1] : []
  return [element.localName, attributes, children, ...more]
}

function emptyPlace(element: Element): PictureNode {
  const { width, height } = element.getBoundingClientRect()
  const { display, position } = getComputedStyle(element)
  const shape = `${display === 'inline' ? 'display:inline-block' : `display:${display}`};position:${position}`
  return ['span', { style: `visibility:hidden;${shape};width:${width}px;height:${height}px` }, []]
}

const isSvg = ({ namespaceURI }: Element): boolean => namespaceURI === SVG
/** Not the bytes of a file of this device (`blob:`), whose address ends with the page. */
const isOwnImage = ({ currentSrc }: HTMLImageElement): boolean => currentSrc.startsWith(`${location.origin}/`)

/** What no element has while nobody uses the page, and what no query finds (`::before`). */
const STATES = /::[\w-]+(\([^)]*\))?|:(hover|focus-visible|focus-within|focus|active|before|after|checked|disabled)/g

function isUsed(selector: string, page: Document): boolean {
  try {
    return page.querySelector(selector.replace(STATES, '') || '*') !== null
  } catch {
    return true
  }
}

/** Rules of the page hold in the picture, whose frame stands for its root and body. */
const inFrame = (selector: string): string =>
  selector
    .replace(/:root\b/g, `.${FRAME}`)
    .replace(/#root\b/g, `.${FRAME}>div`)
    .replace(/(^|[\s,>+~(])(?:html|body)(?=$|[\s,>+~:.[)])/g, `$1.${FRAME}`)

function cssOf(rule: CSSRule, page: Document): string {
  if (rule instanceof CSSStyleRule) {
    const { selectorText, cssText } = rule
    return isUsed(selectorText, page) ? inFrame(selectorText) + cssText.slice(selectorText.length) : ''
  }
  if (!(rule instanceof CSSGroupingRule)) return ''
  const inner = [...rule.cssRules].map((one) => cssOf(one, page)).join('')
  if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? inner : ''
  return inner === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{') + 1)}${inner}}`
}

/** Of a task of 50 ms, which a person begins to feel on a phone four times slower. */
const SLICE_MS = 8

/** The styles of the page that its picture needs; between two slices of the work `rest` lets the page go on. */
export async function stylesOf(page: Document, rest: () => Promise<void>): Promise<string> {
  let css = ''
  let begun = performance.now()
  for (const rule of [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    css += cssOf(rule, page)
    if (performance.now() - begun < SLICE_MS) continue
    await rest()
    begun = performance.now()
  }
  return css
}
