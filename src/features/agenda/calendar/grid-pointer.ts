import { type AgendaEvent, isMovable, type PersonShift, type Slot } from './agenda-event.ts'
import { type Drop, type Gesture, type Ghost, makeGhost } from './grid-ghost.ts'
import { clicked, drawn, moved, movedToDay, resized } from './slots.ts'

/**
 * Moving, resizing and drawing appointments with a mouse, a pen or a finger. Own code instead of Schedule-X's plugins: those start
 * a drag 150 ms after a finger lands (so scrolling moves appointments), lose the pointer once it has passed the end of a day, cannot
 * be cancelled, and do not support fingers in the month.
 *
 *   idle ──pointerdown──▶ armed ──5 px (mouse, pen) or 400 ms still (finger)──▶ dragging ──pointerup──▶ idle, committed
 *                           └──finger moved: the page scrolls, idle             └──Escape, pointercancel──▶ idle, nothing changed
 */
const MOUSE_SLOP = 5
const TOUCH_SLOP = 10
const LONG_PRESS = 400
/** The click of a tap comes at once; where a browser sends none, this is its end. */
const TAP_END = 500
const EDGE = 48
const DAY_MINUTES = 24 * 60

export interface PointerOptions {
  host: HTMLElement
  isReadOnly: () => boolean
  /** A slot is being chosen: then a finger's tap chooses one, which otherwise only scrolls and opens. */
  isPicking: () => boolean
  eventOf: (id: string) => AgendaEvent | undefined
  /** With a shift when it was dropped in another person's column. */
  onMove: (id: string, slot: Slot, shift: PersonShift | null) => void
  onResize: (id: string, slot: Slot) => void
  /** `person`: in whose column. */
  onCreate: (slot: Slot, person: string | null) => void
}

interface Place {
  day: string
  /** The person of the column, in the category view. */
  person: string | null
  minutes: number
  box: DOMRect
}

/** The person whose column of the category view an element is in. */
export const personAt = (element: Element): string | null =>
  element.closest<HTMLElement>('[data-person]')?.dataset.person ?? null

/** The column (or the cell of the month) nearest to a point, and the height in it as minutes of the day. */
function placeAt(host: HTMLElement, x: number, y: number): Place | null {
  let best: { place: Place; distance: number } | null = null
  for (const element of host.querySelectorAll<HTMLElement>('[data-time-grid-date], .sx__month-grid-day[data-date]')) {
    const day = element.dataset.timeGridDate ?? element.dataset.date
    if (!day) continue
    const box = element.getBoundingClientRect()
    const dx = Math.max(box.left - x, 0, x - box.right)
    const dy = Math.max(box.top - y, 0, y - box.bottom)
    const place = { day, person: personAt(element), minutes: ((y - box.top) / box.height) * DAY_MINUTES, box }
    if (!best || dx + dy < best.distance) best = { place, distance: dx + dy }
  }
  return best?.place ?? null
}

export function attachPointer(options: PointerOptions): () => void {
  const { host } = options
  const life = new AbortController()
  const { signal } = life
  let stop: (() => void) | null = null

  const gestureAt = (target: Element, x: number, y: number): Gesture | null => {
    const element = target.closest<HTMLElement>('.sx__event')
    const id = element?.dataset.eventId
    if (element && id) {
      const event = options.eventOf(id)
      if (!event || !isMovable(event)) return null
      const month = element.classList.contains('sx__month-grid-event')
      return {
        kind: target.closest('[data-resize]') && !month ? 'resize' : 'move',
        event,
        element,
        month,
        person: personAt(element),
      }
    }
    const place = target.closest('[data-time-grid-date]') ? placeAt(host, x, y) : null
    return place ? { kind: 'draw', day: place.day, from: place.minutes, person: place.person } : null
  }

  const begin = (down: PointerEvent): void => {
    if (stop || options.isReadOnly() || down.button !== 0 || !down.isPrimary || !(down.target instanceof Element))
      return
    const gesture = gestureAt(down.target, down.clientX, down.clientY)
    if (!gesture) return
    const touch = down.pointerType === 'touch'
    const scroller = host.querySelector<HTMLElement>('.sx__view-container')
    const origin = {
      x: down.clientX,
      y: down.clientY,
      scroll: scroller?.scrollTop ?? 0,
      place: placeAt(host, down.clientX, down.clientY),
    }
    const live = new AbortController()
    const on = { signal: live.signal }
    let at = { x: origin.x, y: origin.y }
    let drag: { ghost: Ghost; drop: Drop; frame: number } | null = null
    let timer = 0

    const dropNow = (): Drop | null => {
      const place = placeAt(host, at.x, at.y)
      if (!place) return null
      const { person } = gesture
      if (gesture.kind === 'draw') return { slot: drawn(gesture.day, gesture.from, place.minutes), person }
      if (gesture.month) {
        return { slot: movedToDay(gesture.event, origin.place?.day ?? place.day, place.day), person }
      }
      // Heights on the screen, not minutes of the column: they stay right when the column has scrolled meanwhile.
      const column = origin.place?.box.height ?? 1
      const travelled = ((at.y - origin.y + (scroller?.scrollTop ?? 0) - origin.scroll) / column) * DAY_MINUTES
      return gesture.kind === 'resize'
        ? { slot: resized(gesture.event, travelled), person }
        : { slot: moved(gesture.event, { day: place.day, minutes: travelled }), person: place.person }
    }
    const draw = (): void => {
      const drop = dropNow()
      if (!drag || !drop) return
      drag.drop = drop
      drag.ghost.show(drop)
    }
    const scrollAtEdges = (): void => {
      if (!drag) return
      const box = scroller?.getBoundingClientRect()
      if (scroller && box) {
        const head = host.querySelector('.agenda-head')?.getBoundingClientRect().bottom ?? box.top
        const pull = at.y < head + EDGE ? at.y - head - EDGE : at.y > box.bottom - EDGE ? at.y - box.bottom + EDGE : 0
        const aside = at.x < box.left + EDGE ? at.x - box.left - EDGE : Math.max(0, at.x - box.right + EDGE)
        if (pull !== 0 || aside !== 0) {
          scroller.scrollBy(crawl(aside), crawl(pull))
          draw()
        }
      }
      drag.frame = requestAnimationFrame(scrollAtEdges)
    }
    const start = (): void => {
      const drop = dropNow()
      if (!drop) {
        finish()
        return
      }
      if (touch) navigator.vibrate?.(10)
      host.classList.add('is-dragging')
      drag = { ghost: makeGhost(host, gesture), drop, frame: 0 }
      drag.ghost.show(drop)
      drag.frame = requestAnimationFrame(scrollAtEdges)
    }
    const finish = (): void => {
      clearTimeout(timer)
      if (drag) {
        cancelAnimationFrame(drag.frame)
        drag.ghost.remove()
        host.classList.remove('is-dragging')
        swallowClick()
      }
      drag = null
      stop = null
      live.abort()
    }
    const commit = (): void => {
      const result = drag?.drop
      finish()
      if (!result) {
        if (gesture.kind === 'draw' && (!touch || options.isPicking())) {
          const create = () => options.onCreate(clicked(gesture.day, gesture.from), gesture.person)
          if (touch) afterTap(create)
          else create()
        }
        return
      }
      if (gesture.kind === 'draw') options.onCreate(result.slot, gesture.person)
      else drop(gesture, result)
    }
    /** Drops the taken appointment; at its former place nothing happens. */
    const drop = ({ kind, event, person }: Exclude<Gesture, { kind: 'draw' }>, result: Drop): void => {
      const { slot } = result
      const shift = person !== null && result.person !== null && result.person !== person
      if (!shift && slot.start === event.start && slot.end === event.end) return
      if (kind === 'resize') options.onResize(event.id, slot)
      else options.onMove(event.id, slot, shift ? { from: person, to: result.person as string } : null)
    }

    stop = finish
    if (touch) timer = window.setTimeout(start, LONG_PRESS)
    window.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== down.pointerId) return
        at = { x: move.clientX, y: move.clientY }
        const far = Math.hypot(at.x - origin.x, at.y - origin.y)
        if (drag) draw()
        else if (touch && far > TOUCH_SLOP) finish()
        else if (!touch && far > MOUSE_SLOP) start()
      },
      on,
    )
    window.addEventListener('pointerup', (up) => up.pointerId === down.pointerId && commit(), on)
    window.addEventListener('pointercancel', (lost) => lost.pointerId === down.pointerId && finish(), on)
    window.addEventListener('keydown', (key) => key.key === 'Escape' && finish(), { ...on, capture: true })
    // A finger that drags must not scroll; only a listener that is not passive can prevent it.
    window.addEventListener('touchmove', (move) => drag && move.cancelable && move.preventDefault(), {
      ...on,
      passive: false,
    })
    window.addEventListener('contextmenu', (menu) => touch && menu.preventDefault(), on)
  }

  host.addEventListener('pointerdown', begin, { signal })
  // Space opens a focused appointment; it must not scroll the page too.
  host.addEventListener(
    'keydown',
    (key) => {
      if (key.key === ' ' && key.target instanceof Element && key.target.matches('.sx__event')) key.preventDefault()
    },
    { signal },
  )
  return () => {
    stop?.()
    life.abort()
  }
}

/** How far a frame scrolls when the pointer is so far into the edge. */
const crawl = (pull: number): number => Math.max(-12, Math.min(12, pull / 4))

/** A tap ends with events of a mouse at the same point: a form that opened before them would have its list of hours pressed open. */
function afterTap(act: () => void): void {
  const done = (): void => {
    clearTimeout(timer)
    window.removeEventListener('click', done, { capture: true })
    act()
  }
  const timer = setTimeout(done, TAP_END)
  window.addEventListener('click', done, { capture: true })
}

/** Stops the click at the end of a drag, which would open the appointment. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => click.stopPropagation()
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50)
}
