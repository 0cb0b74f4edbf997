// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AgendaViewName } from '../../../../schemas/rules/calendar.ts'
import { AgendaCalendar } from './agenda-calendar.tsx'
import type { AgendaEvent } from './agenda-event.ts'

const event = (id: string, start: string, end: string, more: Partial<AgendaEvent> = {}): AgendaEvent => ({
  id,
  title: `Visite ${id}`,
  start,
  end,
  color: '#2b8a3e',
  natureLabel: 'Commercial',
  pending: false,
  refused: false,
  debrief: 0,
  people: ['me'],
  ...more,
})

const PLANNED = { IDINTERVENTION_PLANNING: [], RDV_DEBUT: '2026-11-20 09:00', RDV_FIN: '2026-11-20 10:00' }
const ME = { id: 'me', name: 'Zoé Martin', initials: 'ZM' }

function show(view: AgendaViewName, date: string, events: AgendaEvent[], people = [ME]) {
  const on = {
    range: vi.fn(),
    view: vi.fn(),
    date: vi.fn(),
    open: vi.fn(),
    create: vi.fn(),
    move: vi.fn(),
    resize: vi.fn(),
  }
  render(
    <MantineProvider env="test">
      <AgendaCalendar
        events={events}
        view={view}
        date={date}
        timeZone="Europe/Paris"
        people={people}
        onRangeChange={on.range}
        onViewChange={on.view}
        onDateChange={on.date}
        onOpen={on.open}
        onCreate={on.create}
        onMove={on.move}
        onResize={on.resize}
      />
    </MantineProvider>,
  )
  return on
}

const block = async (name: RegExp) => screen.findByRole('button', { name })

beforeAll(async () => {
  await import('temporal-polyfill/global')
})

it('the title opens a calendar, in which a day is chosen', async () => {
  const on = show('timeGridWeek', '2026-11-20', [])
  fireEvent.click(await screen.findByRole('button', { name: /novembre 2026/ }))
  const dates = await screen.findByRole('dialog', { name: /novembre 2026/ })
  fireEvent.click(within(dates).getByRole('button', { name: /^24 / }))
  expect(on.date.mock.calls).toEqual([['2026-11-24']])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('the views of hours', () => {
  it('[CAL-02] show the week from Monday to Saturday, and mention the hidden appointments of Sunday', async () => {
    const on = show('timeGridWeek', '2026-11-20', [
      event('a', '2026-11-16 09:00', '2026-11-16 10:00'),
      event('d', '2026-11-22 09:00', '2026-11-22 10:00'),
    ])
    expect(await block(/^lundi 16 novembre de 09:00 à 10:00, Visite a, Commercial$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ouvrir le samedi 21 novembre' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ouvrir le dimanche 22 novembre' })).toBeNull()
    expect(on.range).toHaveBeenCalledWith({ from: '2026-11-16', to: '2026-11-22' })
    fireEvent.click(screen.getByRole('button', { name: '1 rendez-vous dimanche' }))
    expect(on.view).toHaveBeenCalledWith('timeGridDay', '2026-11-22')
  })

  it.each([
    ['2026-03-29', 'dimanche 29 mars'],
    ['2026-10-25', 'dimanche 25 octobre'],
  ])(
    'write the hours of %s as they are stored, though the clocks change and this machine is in New York',
    async (day, words) => {
      show('timeGridDay', day, [
        event('nuit', `${day} 02:30`, `${day} 03:30`),
        event('soir', `${day} 20:00`, `${day} 21:15`),
      ])
      const night = await block(new RegExp(`^${words} de 02:30 à 03:30`))
      expect(night.querySelector('.agenda-hours')?.textContent).toBe('02:30 – 03:30')
      expect(Number.parseFloat(night.style.top)).toBeCloseTo((2.5 / 24) * 100)
      expect(Number.parseFloat(night.style.height)).toBeCloseTo((1 / 24) * 100)
      expect(Number.parseFloat((await block(/de 20:00 à 21:15/)).style.top)).toBeCloseTo((20 / 24) * 100)
    },
  )

  it('[CAL-04] colour an appointment by its nature, black when it has none', async () => {
    show('timeGridDay', '2026-11-20', [
      event('a', '2026-11-20 09:00', '2026-11-20 10:00', { color: '#d6336c' }),
      event('b', '2026-11-20 11:00', '2026-11-20 12:00', { color: null, natureLabel: 'Nature inconnue' }),
    ])
    const color = (button: HTMLElement) =>
      button.querySelector<HTMLElement>('.agenda-block')?.style.getPropertyValue('--event-background')
    expect(color(await block(/Visite a/))).toBe('#d6336c')
    expect(color(await block(/Visite b, Nature inconnue/))).toBe('#000000')
  })

  it('open an appointment with Enter', async () => {
    const on = show('timeGridDay', '2026-11-20', [event('a', '2026-11-20 09:00', '2026-11-20 10:00')])
    fireEvent.keyDown(await block(/Visite a/), { key: 'Enter' })
    expect(on.open).toHaveBeenCalledWith('a')
  })

  it('show an appointment of several days above the hours', async () => {
    show('timeGridWeek', '2026-11-20', [event('salon', '2026-11-18 09:00', '2026-11-20 18:00')])
    const long = await block(/^du mercredi 18 novembre 09:00 au vendredi 20 novembre 18:00/)
    expect(long.style.gridColumn).toBe('4 / 7')
  })
})

describe('the view with a column for each person', () => {
  const YOU = { id: 'you', name: 'Éric Petit', initials: 'ÉP' }
  const column = (name: string) => screen.getByRole('group', { name })

  it('[CAL-06] draws each appointment with its people, a shared one in both columns, and whose they are above', async () => {
    show(
      'category',
      '2026-11-20',
      [
        event('mine', '2026-11-20 09:00', '2026-11-20 10:00'),
        event('yours', '2026-11-20 09:00', '2026-11-20 10:00', { people: ['you'] }),
        event('both', '2026-11-20 14:00', '2026-11-20 15:00', { people: ['me', 'you'] }),
        event('fair', '2026-11-19 08:00', '2026-11-21 18:00', { people: ['you'] }),
      ],
      [ME, YOU],
    )
    await screen.findByRole('group', { name: 'Éric Petit' })
    const drawn = (name: string) =>
      within(column(name))
        .getAllByRole('button')
        .map((block) => block.dataset.eventId)
    await waitFor(() => expect(drawn('Zoé Martin')).toEqual(['mine', 'both']))
    expect(drawn('Éric Petit')).toEqual(['yours', 'both'])
    expect((await block(/^du jeudi 19 novembre/)).style.gridColumn).toBe('3 / 4')
  })

  it('[DAY-01 busy] shows a taken time in its person’s column, named, and neither pressed, moved nor focused', async () => {
    const taken = (id: string, start: string, end: string) =>
      event(id, start, end, { busy: true, title: 'Occupé', subtitle: 'Éric Petit', natureLabel: '', people: ['you'] })
    const on = show(
      'category',
      '2026-11-20',
      [taken('t', '2026-11-20 09:00', '2026-11-20 10:00'), taken('long', '2026-11-19 08:00', '2026-11-21 18:00')],
      [ME, YOU],
    )
    const busy = await screen.findByRole('img', {
      name: 'vendredi 20 novembre de 09:00 à 10:00, Occupé, Éric Petit',
    })
    expect(column('Éric Petit').contains(busy)).toBe(true)
    expect([busy.getAttribute('tabindex'), busy.getAttribute('aria-keyshortcuts')]).toEqual([null, null])
    expect(screen.getByRole('img', { name: /^du jeudi 19 novembre/ })).toBeTruthy()
    fireEvent.click(busy)
    expect([on.open.mock.calls, on.move.mock.calls]).toEqual([[], []])
  })

  it('[CAL-03] pages by the day', async () => {
    const on = show('category', '2026-11-20', [], [ME, YOU])
    // The header of Schedule-X itself is in the page too, hidden by the style sheet.
    const [next] = screen.getAllByRole('button', { name: 'Période suivante' })
    if (next) fireEvent.click(next)
    expect(on.date).toHaveBeenCalledWith('2026-11-21')
  })

  it('[CAL-06] Alt and an arrow move an appointment to the next person’s column once Alt is released; Escape cancels it', async () => {
    const on = show('category', '2026-11-20', [event('a', '2026-11-20 09:00', '2026-11-20 10:00')], [ME, YOU])
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, altKey: true })
    const mine = await block(/Visite a/)
    mine.focus()
    press('ArrowRight')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    fireEvent.keyUp(document.body, { key: 'Alt' })
    expect(on.move).not.toHaveBeenCalled()
    ;(await block(/Visite a/)).focus()
    press('ArrowRight')
    press('ArrowDown')
    expect(on.move).not.toHaveBeenCalled()
    fireEvent.keyUp(document.body, { key: 'Alt' })
    expect(on.move).toHaveBeenCalledWith(
      'a',
      { start: '2026-11-20 09:15', end: '2026-11-20 10:15' },
      { from: 'me', to: 'you' },
    )
  })
})

describe('by keyboard', () => {
  it('[CAL-05] Alt and arrows move an appointment, with Maj its end; nothing is written before Alt is released', async () => {
    const on = show('timeGridWeek', '2026-11-20', [event('a', '2026-11-20 09:00', '2026-11-20 10:00')])
    const press = (key: string, shiftKey = false) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey, altKey: true })
    ;(await block(/Visite a/)).focus()
    press('ArrowDown')
    press('ArrowRight')
    expect(document.querySelector('.agenda-said')?.textContent).toBe('09:15 – 10:15')
    expect(on.move).not.toHaveBeenCalled()
    fireEvent.keyUp(document.body, { key: 'Alt' })
    expect(on.move).toHaveBeenCalledWith('a', { start: '2026-11-21 09:15', end: '2026-11-21 10:15' }, null)
    ;(await block(/^samedi 21 novembre de 09:15/)).focus()
    press('ArrowDown', true)
    press('ArrowDown', true)
    fireEvent.keyUp(document.body, { key: 'Alt' })
    expect(on.resize).toHaveBeenCalledWith('a', { start: '2026-11-21 09:15', end: '2026-11-21 10:45' })
  })

  it('[DAY-08 technician] works that may not be moved stay where they are, and open', async () => {
    const pose = { fixed: true as const, title: 'Pose', works: { id: 'i1', entries: ['a'], shown: PLANNED } }
    const on = show('timeGridWeek', '2026-11-20', [event('w', '2026-11-20 09:00', '2026-11-20 10:00', pose)])
    const works = await block(/Pose/)
    expect([works.getAttribute('aria-keyshortcuts'), works.querySelector('[data-resize]')]).toEqual([null, null])
    works.focus()
    fireEvent.keyDown(works, { key: 'ArrowDown', altKey: true })
    fireEvent.keyUp(document.body, { key: 'Alt' })
    expect(on.move).not.toHaveBeenCalled()
    fireEvent.click(works)
    expect(on.open).toHaveBeenCalledWith('w')
  })

  it('[CAL-05] an appointment that is drawn again gets the focus back, but never takes it from a dialog that was opened meanwhile', async () => {
    show('timeGridWeek', '2026-11-20', [event('a', '2026-11-20 09:00', '2026-11-20 10:00')])
    const frames = async () => {
      for (let i = 0; i < 6; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const drag = async () => {
      ;(await block(/Visite a/)).focus()
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', altKey: true })
    }
    await drag()
    ;(document.activeElement as HTMLElement).blur()
    await frames()
    expect((document.activeElement as HTMLElement).dataset.eventId).toBe('a')
    await drag()
    const opened = document.body.appendChild(document.createElement('button'))
    opened.focus()
    await frames()
    expect(document.activeElement).toBe(opened)
    opened.remove()
  })
})

describe('the month', () => {
  it('[TEN-04] numbers its weeks by ISO 8601, in January as well', async () => {
    show('month', '2027-01-15', [])
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['S53', 'S1', 'S2', 'S3', 'S4']),
    )
  })

  it('[OUT-1] a change is drawn at once, but « En attente d’envoi » is shown only once it is stored', async () => {
    const on = show('timeGridWeek', '2026-11-20', [
      event('a', '2026-11-20 09:00', '2026-11-20 10:00', { pending: true }),
    ])
    on.move.mockReturnValue(new Promise(() => undefined))
    const before = await block(/Visite a/)
    expect(before.getAttribute('aria-label')).toContain("En attente d'envoi")
    before.focus()
    fireEvent.keyDown(before, { key: 'ArrowDown', altKey: true })
    fireEvent.keyUp(document.body, { key: 'Alt' })
    const after = await block(/de 09:15 à 10:15/)
    await waitFor(() => expect(after.getAttribute('aria-label')).not.toContain("En attente d'envoi"))
  })
})

describe('the list', () => {
  const events = [
    event('b', '2026-11-17 14:00', '2026-11-17 15:00', { pending: true }),
    event('a', '2026-11-17 09:00', '2026-11-17 10:00', { debrief: 4 }),
    event('d', '2026-11-22 09:00', '2026-11-22 10:00'),
  ]

  it('[CAL-02] goes from Monday to Saturday in order of time', () => {
    show('listWeek', '2026-11-20', events)
    expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toHaveLength(6)
    expect(screen.getAllByRole('button', { name: /Visite/ }).map((row) => row.dataset.eventId)).toEqual(['a', 'b'])
  })

  it('[CAL-09] shows the debrief, and « En attente » beside unsent appointments', () => {
    show('listWeek', '2026-11-20', events)
    expect(within(screen.getByRole('button', { name: /Visite a/ })).getByText('Vendu')).toBeTruthy()
    expect(within(screen.getByRole('button', { name: /Visite b/ })).getByText('En attente')).toBeTruthy()
  })

  it('[CAL-04] what does not take place any more is struck, and says why', () => {
    show('listWeek', '2026-11-20', [
      event('a', '2026-11-17 09:00', '2026-11-17 10:00', { fixed: true, stopped: 'commande' }),
      event('b', '2026-11-17 14:00', '2026-11-17 15:00'),
    ])
    const row = screen.getByRole('button', { name: /Visite a, Commercial, Commande annulée$/ })
    expect(within(row).getByText('Commande annulée')).toBeTruthy()
    const struck = [...document.querySelectorAll<HTMLElement>('.is-stopped')].map(({ dataset }) => dataset.eventId)
    expect(struck).toEqual(['a'])
  })

  it('[CAL-03] pages by a week', () => {
    const on = show('listWeek', '2026-11-20', events)
    fireEvent.click(screen.getByRole('button', { name: 'Période suivante' }))
    fireEvent.click(screen.getByRole('button', { name: 'Période précédente' }))
    expect(on.date.mock.calls).toEqual([['2026-11-27'], ['2026-11-13']])
  })

  it('says what to do when the week is empty', () => {
    const on = show('listWeek', '2099-11-20', [])
    fireEvent.click(screen.getByRole('button', { name: 'Prendre un rendez-vous' }))
    expect(on.create).toHaveBeenCalledWith({ start: '2099-11-20 09:00', end: '2099-11-20 10:00' }, null)
  })
})
