import { agendaText as text } from '../../../text/agenda.ts'
import {
  type AgendaEvent,
  type AgendaPerson,
  isMovable,
  type PersonShift,
  reassigned,
  type Slot,
  slotLabel,
} from './agenda-event.ts'
import { personAt } from './grid-pointer.ts'
import { keyStep } from './slots.ts'

/**
 * The same changes as a drag, by keyboard (Alt + arrows move, Alt + Maj + up or down moves the end):
 *
 *   idle ──Alt + arrow on an appointment──▶ held ──Alt let go, focus lost──▶ idle, committed
 *                                             └──Escape──▶ idle, put back
 */
export interface KeyboardOptions {
  host: HTMLElement
  isReadOnly: () => boolean
  eventOf: (id: string) => AgendaEvent | undefined
  /** Days that the view shows, in order. */
  days: () => readonly string[]
  people: () => readonly AgendaPerson[]
  /** Draws the appointment there without storing it. */
  preview: (event: AgendaEvent) => void
  onMove: (id: string, slot: Slot, shift: PersonShift | null) => void
  onResize: (id: string, slot: Slot) => void
  /** Announces the slot to screen readers. */
  say: (words: string) => void
}

interface Held {
  before: AgendaEvent
  slot: Slot
  month: boolean
  /** The columns that it was taken from and is in, in the category view. */
  from: string | null
  to: string | null
}

const same = (a: Slot, b: Slot): boolean => a.start === b.start && a.end === b.end

export function attachKeyboard(options: KeyboardOptions): () => void {
  const { host } = options
  const life = new AbortController()
  let held: Held | null = null

  const take = (element: HTMLElement): Held | null => {
    const before = options.eventOf(element.dataset.eventId ?? '')
    const person = personAt(element)
    const month = element.classList.contains('sx__month-grid-event')
    return before && isMovable(before) ? { before, slot: before, month, from: person, to: person } : null
  }

  /** The neighbouring column of the category view. */
  const neighbour = (now: Held, key: string): Held | null => {
    const people = options.people()
    const at = people.findIndex((person) => person.id === now.to)
    const next = people[at + (key === 'ArrowLeft' ? -1 : 1)]
    return at < 0 || !next ? null : { ...now, to: next.id }
  }

  const step = (now: Held, key: KeyboardEvent): Held | null => {
    const isAcross = key.key === 'ArrowLeft' || key.key === 'ArrowRight'
    if (now.to !== null && isAcross) return key.shiftKey ? null : neighbour(now, key.key)
    const given = { key: key.key, shift: key.shiftKey, days: options.days(), month: now.month }
    const slot = keyStep({ start: now.slot.start, end: now.slot.end }, given)
    return slot && { ...now, slot }
  }

  const peopleOf = ({ before, from, to }: Held): readonly string[] =>
    from !== null && to !== null ? reassigned(before.people, { from, to }) : before.people

  /** An appointment that is drawn again elsewhere has lost the focus. A dialog that was opened meanwhile keeps it: its Escape must work. */
  const keepFocus = ({ before, to }: Held): void => {
    const whose = to === null ? '' : `[data-person="${to}"] `
    let frames = 4
    const find = (): void => {
      const element = host.querySelector<HTMLElement>(`${whose}.sx__event[data-event-id="${before.id}"]`)
      const active = document.activeElement
      const isOurs = !active || active === document.body || host.contains(active)
      if (element && active !== element && isOurs) element.focus()
      frames -= 1
      if (frames > 0) requestAnimationFrame(find)
    }
    requestAnimationFrame(find)
  }

  const put = (next: Held): void => {
    held = next
    options.preview({ ...next.before, start: next.slot.start, end: next.slot.end, people: peopleOf(next) })
    keepFocus(next)
    const name = next.to === null ? undefined : options.people().find((person) => person.id === next.to)?.name
    options.say(text.moving(slotLabel(next.slot), name))
  }

  const commit = (): void => {
    const now = held
    held = null
    if (!now) return
    const { before, slot, from, to } = now
    const shift = from !== null && to !== null && from !== to ? { from, to } : null
    // A refused change returns the appointment to this slot.
    options.preview(before)
    if (!shift && same(slot, before)) return
    if (!shift && slot.start === before.start) options.onResize(before.id, { start: slot.start, end: slot.end })
    else options.onMove(before.id, { start: slot.start, end: slot.end }, shift)
    keepFocus(now)
  }

  const onKey = (key: KeyboardEvent): void => {
    if (!key.altKey || options.isReadOnly() || !key.key.startsWith('Arrow')) return
    const element = key.target instanceof Element ? key.target.closest<HTMLElement>('.sx__event') : null
    const now = held ?? (element && take(element))
    if (!now) return
    // Alt + left is also the browser's « page précédente ».
    key.preventDefault()
    key.stopPropagation()
    const next = step(now, key)
    if (next) put(next)
  }

  const cancel = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape' || !held) return
    key.preventDefault()
    key.stopPropagation()
    const { before } = held
    const back = { ...held, to: held.from }
    held = null
    options.preview(before)
    keepFocus(back)
    options.say(text.putBack)
  }

  const { signal } = life
  window.addEventListener('keydown', cancel, { signal, capture: true })
  window.addEventListener('keydown', onKey, { signal, capture: true })
  window.addEventListener('keyup', (key) => key.key === 'Alt' && commit(), { signal })
  window.addEventListener('blur', commit, { signal })
  window.addEventListener('pointerdown', commit, { signal, capture: true })
  return () => {
    commit()
    life.abort()
  }
}
