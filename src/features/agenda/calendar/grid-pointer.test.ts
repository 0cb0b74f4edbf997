// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attachPointer } from './grid-pointer.ts'

describe('a short tap of a finger on a free hour', () => {
  const onCreate = vi.fn()
  let detach: () => void
  const stand = (isPicking: boolean): void => {
    document.body.innerHTML = '<div id="host"><div data-time-grid-date="2026-11-20"></div></div>'
    const host = document.getElementById('host') as HTMLElement
    const options = { host, isReadOnly: () => false, isPicking: () => isPicking, eventOf: () => undefined }
    detach = attachPointer({ ...options, onMove: vi.fn(), onResize: vi.fn(), onCreate })
    const column = document.querySelector('[data-time-grid-date]') as HTMLElement
    const box = { left: 0, right: 300, top: 0, bottom: 2400, width: 300, height: 2400, x: 0, y: 0 }
    column.getBoundingClientRect = () => box as DOMRect
  }
  const click = () => window.dispatchEvent(new MouseEvent('click'))
  const tap = (): void => {
    const at = { bubbles: true, clientX: 100, clientY: 1000, pointerId: 1, isPrimary: true, pointerType: 'touch' }
    document.querySelector('[data-time-grid-date]')?.dispatchEvent(new PointerEvent('pointerdown', at))
    window.dispatchEvent(new PointerEvent('pointerup', at))
  }
  beforeEach(() => onCreate.mockClear())
  afterEach(() => detach())

  it('[CAL-05] takes that hour while a form waits for its slot', () => {
    stand(true)
    tap()
    click()
    expect(onCreate).toHaveBeenCalledWith({ start: '2026-11-20 10:00', end: '2026-11-20 11:00' }, null)
  })

  it('[CAL-05] opens the form after the click that ends the tap, which would press what then stands under the finger', () => {
    stand(true)
    tap()
    expect(onCreate).not.toHaveBeenCalled()
    click()
    click()
    expect(onCreate).toHaveBeenCalledTimes(1)
  })

  it('makes no appointment otherwise: whoever scrolls touches free hours all the time', () => {
    stand(false)
    tap()
    click()
    expect(onCreate).not.toHaveBeenCalled()
  })
})
