// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stylesOf, treeOf } from './take-picture.ts'

const pictured = (html: string) => {
  document.body.innerHTML = html
  return treeOf(document.body.firstElementChild as Element)
}

beforeEach(() => {
  document.head.innerHTML = ''
})

describe('[WORK-13] a page’s picture', () => {
  it('has its elements, classes and words', () => {
    expect(
      pictured('<div class="a" style="top: 3px"><b data-x="1" aria-current="page">Zoé &lt;i&gt;</b> 9:00</div>'),
    ).toEqual([
      'div',
      { class: 'a', style: 'top: 3px' },
      [['b', { 'data-x': '1', 'aria-current': 'page' }, ['Zoé <i>']], ' 9:00'],
    ])
  })

  it('has nothing that acts, leads, loads or was typed', () => {
    expect(
      pictured(
        `<div id="root" onclick="x()"><a href="/manager" tabindex="0">Lien</a><input name="n" value="secret">
         <img src="blob:x" alt="Photo"><img src="https://ailleurs.example/x.png"><script>x()</script><style>b{}</style>
         <iframe src="/x"></iframe><form><b>Saisie</b></form></div>`.replace(/\n\s*/g, ''),
      ),
    ).toEqual([
      'div',
      {},
      [
        ['a', {}, ['Lien']],
        ['input', {}, []],
        ['img', { alt: 'Photo' }, []],
        ['img', {}, []],
      ],
    ])
  })

  it('[SYN-02] keeps the place, and nothing else, of what says how things are now', () => {
    const text = JSON.stringify(
      pictured('<div><span role="status" title="À jour"><i>À jour</i></span><i data-not-pictured>14:32</i></div>'),
    )
    expect(text).not.toMatch(/jour|14/)
    expect(text.match(/visibility:hidden;display:inline-block;position:[a-z]*;width:0px;height:0px/g)).toHaveLength(2)
  })

  it('knows which elements are of SVG, and how far they are scrolled', () => {
    document.body.innerHTML = '<div><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg><p>Heures</p></div>'
    const hours = document.querySelector('p') as Element
    hours.scrollTop = 480
    expect(treeOf(document.body.firstElementChild as Element)).toEqual([
      'div',
      {},
      [
        ['svg', { viewBox: '0 0 1 1' }, [['path', { d: 'M0 0' }, [], 1]], 1],
        ['p', {}, ['Heures'], 0, 480],
      ],
    ])
  })

  it('lets the page go on while its styles are read', async () => {
    document.head.innerHTML = `<style>${'b { top: 0 } '.repeat(3)}</style>`
    const times = [0, 9, 9, 18, 18, 27, 27]
    vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 27)
    const rest = vi.fn(async () => undefined)
    await stylesOf(document, rest)
    vi.restoreAllMocks()
    expect(rest).toHaveBeenCalledTimes(3)
  })

  it('has the styles of what it shows, for a frame that stands for the page’s root', async () => {
    document.head.innerHTML = `<style>
      :root, html body { color: red } #root { margin: 0 } .used:hover { top: 0 } .unused { top: 1px }
      @keyframes turn { from { top: 0 } } @supports (top: 0) { .used { left: 0 } }
    </style>`
    document.body.innerHTML = '<div id="root"><b class="used">x</b></div>'
    const css = await stylesOf(document, async () => undefined)
    expect(css.replace(/\s+/g, ' ')).toContain('.lola-picture, .lola-picture .lola-picture { color: red; }')
    expect(css).toContain('.lola-picture>div')
    expect(css).toContain('.used:hover')
    expect(css).not.toMatch(/unused|keyframes/)
  })
})
