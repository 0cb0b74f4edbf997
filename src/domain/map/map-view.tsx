import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Box, Position } from '../../../schemas/rules/distance.ts'
import { mapStyleUrl } from '../../data/api/config.ts'
import { mapText } from '../../text/map.ts'
import type { CanvasOptions, MapCanvas, TeamMark, MapView as View } from './canvas/map-canvas.ts'
import styles from './map.module.css'
import { useDrawablePacks } from './packs/packs.ts'
import type { Mark } from './places/client-places.ts'

export type ShowTarget = Parameters<MapCanvas['show']>[0]

export interface MapViewProps {
  /** The first view. */
  view: View
  marks: readonly Mark[] | undefined
  round: { centre: Position; radiusKm: number } | null
  chosen: Position | null
  team: readonly TeamMark[]
  /** A new object moves the map there. */
  target: ShowTarget | null
  onMove: (view: View, box: Box) => void
  onClient: (id: string) => void
  onPlace: (point: Position) => void
  onPoint: (point: Position) => void
  onTeam: (id: string) => void
  /** Set where a place is chosen: taps, dragging and arrow keys move `pin`. */
  onPin?: (point: Position) => void
  pin?: Position | null
  /** Name of the map for assistive technology. */
  label?: string
  /** Called when the map cannot be drawn: only the list is shown then. */
  onFailure: () => void
}

/** Whether this device can draw the map at all. */
export function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

/** The drawn map. Its library is loaded here, when a map is on screen for the first time. */
export function MapView(props: MapViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<MapCanvas | null>(null)
  const dark = useComputedColorScheme('light') === 'dark'
  const current = useRef(props)
  current.current = props
  const where = useRef(props.view)

  useEffect(() => {
    const element = container.current
    if (!element) return
    let left = false
    let made: MapCanvas | undefined
    const options: Omit<CanvasOptions, 'styleUrl'> = {
      container: element,
      // Another theme draws a new map in place of the former one.
      view: where.current,
      dark,
      onMove: (view, box) => {
        where.current = view
        current.current.onMove(view, box)
      },
      onClient: (id) => current.current.onClient(id),
      onPlace: (point) => current.current.onPlace(point),
      onPoint: (point) => current.current.onPoint(point),
      onTeam: (id) => current.current.onTeam(id),
      onPin: current.current.onPin && ((point) => current.current.onPin?.(point)),
    }
    import('./canvas/map-canvas.ts')
      .then(async ({ createMapCanvas }) => {
        if (left) return
        made = await createMapCanvas({ ...options, styleUrl: mapStyleUrl() })
        if (left) made.remove()
        else setCanvas(made)
      })
      .catch((error: unknown) => {
        console.error(error)
        if (!left) current.current.onFailure()
      })
    return () => {
      left = true
      setCanvas(null)
      made?.remove()
    }
  }, [dark])

  const { marks, round, chosen, team, target, pin = null } = props
  const packs = useDrawablePacks()
  useEffect(() => {
    if (canvas && marks) canvas.setMarks(marks)
  }, [canvas, marks])
  useEffect(() => canvas?.setCircle(round), [canvas, round])
  useEffect(() => canvas?.setChosen(chosen), [canvas, chosen])
  useEffect(() => canvas?.setTeam(team), [canvas, team])
  useEffect(() => canvas?.setPin(pin), [canvas, pin])
  useEffect(() => {
    canvas?.setPacks(packs).catch((error: unknown) => console.error(error))
  }, [canvas, packs])
  useEffect(() => {
    if (canvas && target) canvas.show(target)
  }, [canvas, target])

  return <section ref={container} className={styles.canvas} aria-label={props.label ?? mapText.canvas} />
}
