import { type AgendaEvent, type Slot, slotLabel } from './agenda-event.ts'
import { eventColors } from './event-color.ts'
import { minutesOfDay } from './slots.ts'

const DAY_MINUTES = 24 * 60

/** The present action of the pointer: on an appointment of the hours or of the month, or on an empty column. */
export type Gesture =
  | { kind: 'move' | 'resize'; event: AgendaEvent; element: HTMLElement; month: boolean; person: string | null }
  | { kind: 'draw'; day: string; from: number; person: string | null }

/** The slot where it would be dropped; `person` is the person of that column in the category view. */
export interface Drop {
  slot: Slot
  person: string | null
}

export interface Ghost {
  show: (drop: Drop) => void
  remove: () => void
}

/** Follows the pointer: on the hours a block at the slot of the drop, in the month a highlighted cell. */
export function makeGhost(host: HTMLElement, gesture: Gesture): Ghost {
  const source = gesture.kind === 'draw' ? null : gesture
  source?.element.classList.add('is-moving')
  if (source?.month) {
    let lit: Element | null = null
    return {
      show: ({ slot }) => {
        lit?.classList.remove('is-target')
        lit = host.querySelector(`.sx__month-grid-day[data-date="${slot.start.slice(0, 10)}"]`)
        lit?.classList.add('is-target')
      },
      remove: () => {
        lit?.classList.remove('is-target')
        source.element.classList.remove('is-moving')
      },
    }
  }
  const ghost = document.createElement('div')
  ghost.className = 'agenda-ghost'
  ghost.setAttribute('aria-hidden', 'true')
  const hours = document.createElement('strong')
  const title = document.createElement('span')
  title.textContent = source?.event.title ?? ''
  ghost.append(hours, title)
  if (source) {
    const { background, text } = eventColors(source.event.color)
    ghost.style.setProperty('--event-background', background)
    ghost.style.setProperty('--event-text', text)
  }
  const overlay = host.querySelector<HTMLElement>('[data-overlay]')
  overlay?.append(ghost)
  return {
    show: ({ slot, person }) => {
      const whose = person === null ? '' : `[data-person="${person}"] `
      const column = host.querySelector<HTMLElement>(`${whose}[data-time-grid-date="${slot.start.slice(0, 10)}"]`)
      if (!overlay || !column) return
      const box = column.getBoundingClientRect()
      const start = minutesOfDay(slot.start)
      const length =
        slot.end.slice(0, 10) === slot.start.slice(0, 10) ? minutesOfDay(slot.end) - start : DAY_MINUTES - start
      ghost.style.left = `${box.left - overlay.getBoundingClientRect().left}px`
      ghost.style.width = `${box.width}px`
      ghost.style.top = `${(start / DAY_MINUTES) * 100}%`
      ghost.style.height = `${(length / DAY_MINUTES) * 100}%`
      hours.textContent = slotLabel(slot)
    },
    remove: () => {
      ghost.remove()
      source?.element.classList.remove('is-moving')
    },
  }
}
