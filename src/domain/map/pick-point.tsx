import { Button, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconFocus2, IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type Position, positionOf } from '../../../schemas/rules/distance.ts'
import type { FormValues } from '../../forms/payload.ts'
import { mapText } from '../../text/map.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './map.module.css'
import { readMapAddress } from './map-address.ts'
import { hasWebGl, MapView, type ShowTarget } from './map-view.tsx'
import { useMapPlaces } from './places/use-map-places.ts'
import { formatPoint, keptPoint, readPoint } from './point-text.ts'
import { geocode } from './use-geocoding.ts'
import { usePosition } from './use-position.ts'

const text = mapText.pick

const HOUSE_ZOOM = 17
/** The zoom for a search result of each precision. */
const ZOOM = { housenumber: HOUSE_ZOOM, street: 16, municipality: 13 } as const

const NOTHING: readonly never[] = []
const ignore = (): void => undefined

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

interface PointInputProps {
  point: Position | null
  /** null while the typed text is no point. */
  onPoint: (point: Position | null) => void
  /** The text is a complete point: the map may move there. */
  onDone: (point: Position) => void
}

/** Coordinates as text: for keyboard and paste, and the only way where no map can be drawn. */
function PointInput({ point, onPoint, onDone }: PointInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : readPoint(typed)
  // The typed text stays as long as it means the pin's place.
  const stands = typed !== null && read?.LATITUDE === point?.LATITUDE && read?.LONGITUDE === point?.LONGITUDE
  const shown = stands ? typed : point ? formatPoint(point) : ''
  const isWrong = stands && typed.trim() !== '' && read === null
  const finish = () => {
    if (isWrong) return
    setTyped(null)
    if (stands && read) onDone(read)
  }
  return (
    <TextInput
      size="md"
      label={text.coordinates}
      description={text.precision}
      placeholder={text.placeholder}
      inputMode="text"
      autoComplete="off"
      value={shown}
      error={isWrong ? text.invalid : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onPoint(readPoint(currentTarget.value))
      }}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish()
      }}
    />
  )
}

interface PointSheetProps {
  opening: Position | null
  /** Where the map opens when there is no point yet: the address as far as it is filled. */
  address: string
  onChoose: (point: Position | null, commune: { VILLE: string; CODE_POSTAL: string | null } | null) => void
  onClose: () => void
}

function PointSheet({ opening, address, onChoose, onClose }: PointSheetProps) {
  const places = useMapPlaces()
  const phone = !useDesktop()
  const [canDraw, setCanDraw] = useState(hasWebGl)
  const [point, setPoint] = useState(opening)
  const [target, setTarget] = useState<ShowTarget | null>(null)
  const [view] = useState(() => (opening ? { ...opening, zoom: HOUSE_ZOOM } : readMapAddress({}, { phone }).view))
  const middle = useRef<Position>(view)
  const { locate, locating, problem } = usePosition((here) => go(here))

  const go = (there: Position) => {
    setPoint(there)
    setTarget({ centre: there, zoom: HOUSE_ZOOM })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the communes can be asked; later edits of the form do not move the map
  useEffect(() => {
    if (!places || opening || address === '') return
    let left = false
    void geocode(places, address)
      .catch(() => [])
      .then(([found]) => {
        if (left || !found) return
        setTarget({ centre: found, zoom: ZOOM[found.precision] })
        // Only an exact address is proposed as the point: the middle of a commune is nobody's house.
        if (found.precision === 'housenumber') setPoint((chosen) => chosen ?? found)
      })
    return () => {
      left = true
    }
  }, [places])

  const choose = async () => {
    if (!point) return
    const kept = keptPoint(point)
    const commune = (await places?.ask('commune', { point: kept }).catch(() => null)) ?? null
    onChoose(kept, commune)
  }
  return (
    <Sheet opened onClose={onClose} title={text.title} size="xl">
      <div className={styles.picker}>
        <div className={styles.facts}>{canDraw ? text.hint : text.noWebGl}</div>
        {canDraw ? (
          <MapView
            label={text.map}
            view={view}
            marks={NOTHING}
            round={null}
            chosen={null}
            team={NOTHING}
            pin={point}
            target={target}
            onMove={(seen) => {
              middle.current = seen
            }}
            onClient={ignore}
            onPlace={ignore}
            onPoint={setPoint}
            onTeam={ignore}
            onPin={setPoint}
            onFailure={() => setCanDraw(false)}
          />
        ) : null}
        <div className={styles.actions}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCurrentLocation size={18} />}
            loading={locating}
            onClick={locate}
          >
            {text.me}
          </Button>
          {canDraw ? (
            <Button
              variant="default"
              size="md"
              leftSection={<IconFocus2 size={18} />}
              onClick={() => setPoint({ LATITUDE: middle.current.LATITUDE, LONGITUDE: middle.current.LONGITUDE })}
            >
              {text.centre}
            </Button>
          ) : null}
        </div>
        {problem ? (
          <div className={styles.facts} role="status">
            {problem}
          </div>
        ) : null}
        <PointInput point={point} onPoint={setPoint} onDone={go} />
        <div className={styles.pickBar}>
          {opening ? (
            <Button variant="default" size="md" onClick={() => onChoose(null, null)}>
              {text.remove}
            </Button>
          ) : null}
          <Button size="md" disabled={point === null} onClick={() => void choose()}>
            {text.confirm}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/**
 * « Choisir sur la carte »: the point of an address, tapped, dragged or typed, without a network too. `onPick` gets the values of the
 * address's form that change: the coordinates, and the commune where the form has none yet.
 */
export function PickPoint({
  values,
  onPick,
  onOpen,
}: {
  values: FormValues
  onPick: (patch: FormValues) => void
  /** Told when its sheet opens and closes. */
  onOpen?: (opened: boolean) => void
}) {
  const [opened, setShown] = useState(false)
  const setOpened = (next: boolean): void => {
    setShown(next)
    onOpen?.(next)
  }
  const point = positionOf({ LATITUDE: number(values.LATITUDE), LONGITUDE: number(values.LONGITUDE) })
  const address = [words(values.ADRESSE), words(values.CODE_POSTAL), words(values.VILLE)].filter(Boolean).join(' ')
  const choose: PointSheetProps['onChoose'] = (chosen, commune) => {
    setOpened(false)
    if (!chosen) return onPick({ LATITUDE: '', LONGITUDE: '' })
    const isPlaced = words(values.VILLE) !== ''
    onPick({
      ...chosen,
      ...(isPlaced || !commune ? {} : { VILLE: commune.VILLE }),
      ...(isPlaced || !commune?.CODE_POSTAL || words(values.CODE_POSTAL) ? {} : { CODE_POSTAL: commune.CODE_POSTAL }),
    })
  }
  return (
    <div className={styles.picked}>
      <Button variant="default" size="md" leftSection={<IconMapPin size={18} />} onClick={() => setOpened(true)}>
        {text.open}
      </Button>
      {point ? <span className={styles.facts}>{text.at(formatPoint(point))}</span> : null}
      {opened ? (
        <PointSheet opening={point} address={address} onChoose={choose} onClose={() => setOpened(false)} />
      ) : null}
    </div>
  )
}
