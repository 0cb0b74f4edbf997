import { type Map as MapLibre, Marker } from 'maplibre-gl'
import type { Position } from '../../../../schemas/rules/distance.ts'
import { mapText } from '../../../text/map.ts'

const COLOR = '#bd1734'

export interface MapPin {
  set: (point: Position | null) => void
  /** Whether an event of the map is one of the pin. */
  holds: (event: Event) => boolean
}

/** A pin that can be dragged, or moved with the arrow keys (shift: farther): the library offers this only for its own picture of a pin. */
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
