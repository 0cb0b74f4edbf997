// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginReturn, endReturn, entryMemory, findPlaceBy, holdPlace, isReturning } from './kept-place.ts'

/** How tall the page is: the browser scrolls no further than that. */
let height = 0
let grow: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  height = 0
  window.scrollY = 0
  Object.defineProperty(document.body, 'offsetHeight', { configurable: true, get: () => height })
  vi.stubGlobal('scrollTo', (_left: number, top: number) => {
    window.scrollY = Math.min(top, height)
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = onResize
      }
      observe = (): void => undefined
      disconnect = (): void => {
        grow = () => undefined
      }
    },
  )
})
afterEach(() => {
  endReturn()
  vi.useRealTimers()
})

function growTo(px: number): void {
  height = px
  grow()
}

describe('the place on a page that a person comes back to', () => {
  it('is reached once the page has grown, however late its rows are read', () => {
    beginReturn()
    holdPlace(1500)
    expect(window.scrollY).toBe(0)
    vi.advanceTimersByTime(3000)
    growTo(900)
    vi.advanceTimersByTime(3000)
    growTo(4000)
    expect(window.scrollY).toBe(1500)
  })

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('is the person’s own after a %s', (act) => {
    beginReturn()
    holdPlace(1500)
    window.dispatchEvent(new Event(act))
    growTo(4000)
    expect(window.scrollY).toBe(0)
    expect(isReturning()).toBe(false)
  })

  it('is left alone once the page has not grown for a while', () => {
    beginReturn()
    holdPlace(1500)
    vi.advanceTimersByTime(4001)
    growTo(4000)
    expect(window.scrollY).toBe(0)
  })

  it('is left alone though the page goes on being a little taller and a little shorter', () => {
    beginReturn()
    holdPlace(1500)
    growTo(4000)
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1000)
      growTo(second % 2 === 0 ? 3950 : 4000)
    }
    window.scrollY = 2000
    growTo(3950)
    expect(window.scrollY).toBe(2000)
  })

  it('is not sought on a page that is opened anew', () => {
    endReturn()
    holdPlace(1500)
    growTo(4000)
    expect(window.scrollY).toBe(0)
  })

  it('is that of the row which a list finds, and the pixel while it does not have the row', () => {
    let row: number | null = null
    beginReturn()
    const stop = findPlaceBy(() => row)
    holdPlace(1500)
    growTo(4000)
    expect(window.scrollY).toBe(1500)
    row = 1568
    grow()
    expect(window.scrollY).toBe(1568)
    stop()
  })
})

it('what an entry of the history remembers is not that of a new visit', () => {
  const counts = entryMemory<number>()
  window.history.replaceState({ __TSR_key: 'a' }, '')
  counts.remember('rows', 150)
  window.history.replaceState({ __TSR_key: 'b' }, '')
  expect(counts.recall('rows')).toBeUndefined()
  window.history.replaceState({ __TSR_key: 'a' }, '')
  expect(counts.recall('rows')).toBe(150)
})
