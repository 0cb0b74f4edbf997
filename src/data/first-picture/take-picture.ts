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
  const children = [...(isOutside(element) ? [] : element.childNodes)].flatMap((child): PictureNode[] => {
    if (child instanceof Element) return NEVER.has(child.localName) || isUndrawn(child) ? [] : [treeOf(child)]
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

/** A list for the printer, a closed panel. */
const isUndrawn = (element: Element): boolean => getComputedStyle(element).display === 'none'

/** An appointment of an hour that is scrolled away: its size is its own, whatever is in it. */
function isOutside(element: Element): boolean {
  if (getComputedStyle(element).position !== 'absolute') return false
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && (bottom < 0 || top > innerHeight)
}

const isSvg = ({ namespaceURI }: Element): boolean => namespaceURI === SVG
/** Bytes of this device stand in no address. */
const isOwnImage = ({ currentSrc }: HTMLImageElement): boolean =>
  currentSrc.startsWith(`${location.origin}/`) && !currentSrc.startsWith('blob:')

/** Those that no element of the page can have before it is used. */
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

function cssOf(rules: CSSRuleList, page: Document): string {
  let css = ''
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { selectorText, cssText } = rule
      if (isUsed(selectorText, page)) css += inFrame(selectorText) + cssText.slice(selectorText.length)
    } else if (rule instanceof CSSMediaRule) {
      if (matchMedia(rule.conditionText).matches) css += cssOf(rule.cssRules, page)
    } else if (rule instanceof CSSGroupingRule) {
      const inner = cssOf(rule.cssRules, page)
      if (inner !== '') css += `${rule.cssText.slice(0, rule.cssText.indexOf('{') + 1)}${inner}}`
    }
  }
  return css
}

/** The styles of the page that its picture needs; between two sheets `rest` lets the page go on. */
export async function stylesOf(page: Document, rest: () => Promise<void>): Promise<string> {
  let css = ''
  for (const sheet of page.styleSheets) {
    css += cssOf(sheet.cssRules, page)
    await rest()
  }
  return css
}
