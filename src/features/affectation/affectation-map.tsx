import { useEffect, useMemo, useState } from 'react'
import { readMapAddress } from '../../domain/map/map-address.ts'
import { MapView, type ShowTarget } from '../../domain/map/map-view.tsx'
import { affectationText as text } from '../../text/affectation.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import styles from './affectation.module.css'
import { boxOf, marksOf, type Placed, placedAt } from './orphan-places.ts'

/** Close enough to tell the projects of one town apart, far enough to see its name. */
const NEAR_ZOOM = 13
const NOTHING: readonly never[] = []
const ignore = (): void => undefined

/** The project that is chosen on one side, for the other side to show it. A new object is a new choice. */
export interface Choice {
  id: string
  from: 'list' | 'map'
}

interface AffectationMapProps {
  placed: readonly Placed[]
  /** Projects of the list that have no place. */
  without: number
  choice: Choice | null
  onChoose: (id: string) => void
  onFailure: () => void
}

/** The projects to assign as points; the list says the same in words. */
export function AffectationMap({ placed, without, choice, onChoose, onFailure }: AffectationMapProps) {
  const phone = !useDesktop()
  const [view] = useState(() => readMapAddress({}, { phone }).view)
  const [level, setLevel] = useState(Math.floor(view.zoom))
  const [target, setTarget] = useState<ShowTarget | null>(() => {
    const box = boxOf(placed)
    return box && { box }
  })
  const marks = useMemo(() => marksOf(placed, level), [placed, level])
  const point = placed.find(({ site }) => site.id === choice?.id)?.site.place ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice: the map does not jump back when the list changes
  useEffect(() => {
    if (point && choice?.from === 'list') setTarget({ centre: point, zoom: NEAR_ZOOM })
  }, [choice])
  return (
    <div className={styles.mapSide}>
      <MapView
        label={text.map}
        view={view}
        marks={marks}
        round={null}
        chosen={point}
        team={NOTHING}
        target={target}
        onMove={({ zoom }) => setLevel(Math.floor(zoom))}
        onClient={onChoose}
        onPlace={(at) => {
          const [first] = placedAt(placed, at)
          if (first) onChoose(first.site.id)
        }}
        onPoint={ignore}
        onTeam={ignore}
        onFailure={onFailure}
      />
      {without > 0 ? <p className={styles.hint}>{text.withoutPlace(without)}</p> : null}
    </div>
  )
}
