// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginReturn, endReturn, holdPlace } from '../navigation/kept-place.ts'
import { VirtualList } from './virtual-list.tsx'

const HEIGHT = 50
const CLIENTS = Array.from({ length: 200 }, (_, n) => `client ${n}`)

/** A list at the upper edge of its page, with rows of 50 px. */
const stand = (items: readonly string[]) =>
  render(
    <MantineProvider>
      <VirtualList
        items={items}
        estimate={HEIGHT}
        keyOf={(item) => item}
        label="Clients"
        row={(item) => <p>{item}</p>}
      />
    </MantineProvider>,
  )

const scroll = (top: number): void =>
  act(() => {
    window.scrollY = top
    window.dispatchEvent(new Event('scroll'))
  })

/** Leaves the list at 1,010 px, where `client 21` is the first whole row, 40 px below the edge; comes back to these rows. */
function comeBackTo(items: readonly string[]): void {
  stand(CLIENTS)
  scroll(1010)
  cleanup()
  window.scrollY = 0
  beginReturn()
  stand(items)
  act(() => holdPlace(1010))
}

beforeEach(() => {
  window.history.replaceState({ __TSR_key: crypto.randomUUID() }, '')
  window.scrollY = 0
  vi.stubGlobal('scrollTo', (where: number | ScrollToOptions, top?: number) => {
    window.scrollY = typeof where === 'number' ? (top ?? 0) : (where.top ?? 0)
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY),
  )
})
afterEach(() => {
  cleanup()
  endReturn()
  vi.restoreAllMocks()
})

describe('the rows that a list has not been given yet', () => {
  // jsdom's window shows 15 rows of 50 px; one more is drawn beyond it.
  it.each([
    [0, true],
    [1, true],
    [10, true],
    [30, true],
    [40, false],
    [60, false],
    [200, false],
  ])('of %i rows at its beginning, asked for: %s', (count, isAsked) => {
    const ask = vi.fn()
    render(
      <MantineProvider>
        <VirtualList
          items={CLIENTS.slice(0, count)}
          estimate={HEIGHT}
          keyOf={(item) => item}
          label="Clients"
          row={(item) => <p>{item}</p>}
          onNearEnd={ask}
        />
      </MantineProvider>,
    )
    expect(ask.mock.calls.length > 0).toBe(isAsked)
  })
})

describe('the rows that a list draws', () => {
  const answered = (items: readonly string[], answer: string) => (
    <MantineProvider>
      <VirtualList
        items={items}
        answer={answer}
        estimate={HEIGHT}
        keyOf={(item) => item}
        label="Clients"
        row={(item) => <p>{item}</p>}
      />
    </MantineProvider>
  )
  const drawn = (): number => document.querySelectorAll('li').length

  it('are those on screen when each answer comes, and others beyond them a moment later', () => {
    vi.useFakeTimers()
    try {
      const { rerender } = render(answered(CLIENTS, ''))
      const first = drawn()
      act(() => vi.advanceTimersByTime(200))
      const later = drawn()
      expect(later).toBeGreaterThan(first + 5)
      rerender(answered(CLIENTS.slice(50), 'typed'))
      expect(drawn()).toBe(first)
      act(() => vi.advanceTimersByTime(200))
      expect(drawn()).toBe(later)
      // News of the same answer take nothing away.
      rerender(answered(CLIENTS.slice(51), 'typed'))
      expect(drawn()).toBe(later)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a list that a person comes back to', () => {
  it('shows the row that was seen first where it was', () => {
    comeBackTo(CLIENTS)
    expect(window.scrollY).toBe(1010)
  })

  it('does so also where rows were added or have gone above it', () => {
    comeBackTo(['a new client', ...CLIENTS])
    expect(window.scrollY).toBe(1010 + HEIGHT)
    endReturn()
    cleanup()
    window.history.replaceState({ __TSR_key: 'another' }, '')
    window.scrollY = 0
    comeBackTo(CLIENTS.slice(2))
    expect(window.scrollY).toBe(1010 - 2 * HEIGHT)
  })

  it('falls back on the pixel where the row has gone', () => {
    comeBackTo(CLIENTS.filter((client) => client !== 'client 21'))
    expect(window.scrollY).toBe(1010)
  })

  it('stays at its beginning where that was on screen', () => {
    stand(CLIENTS)
    scroll(0)
    cleanup()
    beginReturn()
    stand(['a new client', ...CLIENTS])
    act(() => holdPlace(0))
    expect(window.scrollY).toBe(0)
  })
})

describe('a row that goes while it has the focus', () => {
  const listed = (items: readonly string[]) => (
    <MantineProvider>
      <button type="button">Ailleurs</button>
      <VirtualList
        items={items}
        estimate={HEIGHT}
        keyOf={(item) => item}
        label="Clients"
        row={(item) => <button type="button">{`Archiver ${item}`}</button>}
      />
    </MantineProvider>
  )
  const press = (name: string): void => screen.getByRole('button', { name }).focus()
  const at = (): string | null | undefined => document.activeElement?.textContent

  it('gives it to the row that takes its place, and not to its button', async () => {
    const { rerender } = render(listed(['a', 'b', 'c']))
    press('Archiver b')
    rerender(listed(['a', 'c']))
    await vi.waitFor(() => expect(at()).toBe('Archiver c'))
    expect(document.activeElement?.tagName).toBe('LI')
    press('Archiver c')
    rerender(listed(['a']))
    await vi.waitFor(() => expect(at()).toBe('Archiver a'))
  })

  it('also once the sheet has closed that the row opened', async () => {
    const { rerender } = render(listed(['a', 'b']))
    press('Archiver a')
    const sheet = document.createElement('div')
    sheet.setAttribute('role', 'dialog')
    sheet.innerHTML = '<button>Enregistrer</button>'
    document.body.append(sheet)
    sheet.querySelector('button')?.focus()
    rerender(listed(['b']))
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(at()).toBe('Enregistrer')
    sheet.remove()
    await vi.waitFor(() => expect(at()).toBe('Archiver b'))
  })

  it('takes it from nobody who has gone on', async () => {
    const { rerender } = render(listed(['a', 'b']))
    press('Archiver a')
    press('Ailleurs')
    rerender(listed(['b']))
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(at()).toBe('Ailleurs')
  })
})
