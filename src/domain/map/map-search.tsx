import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import type { Place } from '../../../schemas/communes/find-communes.ts'
import { useClientSearch } from '../../data/records/use-client-search.ts'
import { clientOption } from '../../forms/fields/ref-field.tsx'
import { mapText } from '../../text/map.ts'
import styles from './map.module.css'
import type { MapPlaces } from './places/map-places.ts'
import { useGeocoding } from './use-geocoding.ts'

const CLIENTS = 4
const PRECISION = { housenumber: null, street: mapText.street, municipality: mapText.approximate } as const

/** One field for addresses, communes and clients; without a network this device's own data answer. */
export function MapSearch({
  places,
  onPlace,
  onClient,
}: {
  places: MapPlaces | null
  onPlace: (place: Place) => void
  onClient: (id: string) => void
}) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const search = useClientSearch(useDeferredValue(text.trim()), { first: CLIENTS })
  const clients = (search.clients ?? []).map(clientOption)
  const found = useGeocoding(places, text)

  const pick = (value: string) => {
    combobox.closeDropdown()
    if (value.startsWith('client:')) return onClient(value.slice('client:'.length))
    const place = found?.[Number(value)]
    if (!place) return
    setText(place.label)
    onPlace(place)
  }
  const isEmpty = clients.length === 0 && found?.length === 0

  return (
    <Combobox store={combobox} onOptionSubmit={pick} shadow="sm">
      <Combobox.Target>
        <TextInput
          size="md"
          className={styles.search ?? ''}
          aria-label={mapText.searchLabel}
          placeholder={mapText.search}
          value={text}
          leftSection={<IconSearch size={18} stroke={1.7} />}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onKeyDown={(event) => {
            // Enter without a choice takes the first one.
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) combobox.selectFirstOption()
          }}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            text === '' ? null : (
              <ActionIcon
                variant="subtle"
                color="ardoise"
                size={36}
                aria-label={mapText.clearSearch}
                onClick={() => setText('')}
              >
                <IconX size={16} />
              </ActionIcon>
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim().length < 2}>
        <Combobox.Options aria-label={mapText.searchLabel}>
          {clients.length > 0 ? (
            <Combobox.Group label={search.more ? mapText.firstClients(clients.length) : mapText.foundClients}>
              {clients.map((client) => (
                <Combobox.Option key={client.value} value={`client:${client.value}`} className={styles.option ?? ''}>
                  <span>{client.label}</span>
                  <span className={styles.hint}>{client.hint}</span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ) : null}
          {found && found.length > 0 ? (
            <Combobox.Group label={mapText.foundPlaces}>
              {found.map((place, index) => (
                <Combobox.Option
                  key={`${place.label} ${place.LATITUDE}`}
                  value={String(index)}
                  className={styles.option ?? ''}
                >
                  <span>{place.label}</span>
                  <span className={styles.hint}>{PRECISION[place.precision]}</span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ) : null}
          {found === undefined ? <Combobox.Empty>{mapText.searching}</Combobox.Empty> : null}
          {isEmpty ? <Combobox.Empty>{mapText.nothingFound}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
