import { type Map as MapLibre, Marker } from 'maplibre-gl'
import type { Position } from '../../../schemas/rules/distance.ts'
import { mapText } from '../../text/map.ts'

const COLOR = '#bd1734'

export interface MapPin {
  set: (point: Position | null) => void
  /** Whether something that happened on the map happened to the pin. */
  holds: (event: Event) => boolean
}

/** A pin that is dragged, or moved with the arrow keys (shift: farther), which the library does for its own drawing of a pin only. */
export function createMapPin(map: MapLibre, onMove: (point: Position) => void): MapPin {
  const marker = new Marker({ color: COLOR, className: 'lola-pin', draggable: true })
  const element = marker.getElement()
  element.setAttribute('aria-label', mapText.pick.pin)
  marker.on('dragend', () => {
    const { lat, lng } = marker.getLngLat()
    onMove({ LATITUDE: lat, LONGITUDE: lng })
  })
  let shown = false
  return {
    set: (point) => {
      if (point) marker.setLngLat([point.LONGITUDE, point.LATITUDE])
      if (point && !shown) marker.addTo(map)
      else if (!point) marker.remove()
      shown = point !== null
    },
    holds: ({ target }) => target instanceof Node && element.contains(target),
  }
}
