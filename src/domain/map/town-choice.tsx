import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FormValues } from '../../forms/payload.ts'
import { mapText } from '../../text/map.ts'
import styles from './map.module.css'
import { useTowns } from './places/use-towns.ts'

const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

interface TownChoiceProps {
  values: FormValues
  onPick: (patch: { VILLE: string }) => void
}

/** The towns of a typed postcode while the address has no town: the only one is filled in, of several one is tapped. */
export function TownChoice({ values, onPick }: TownChoiceProps) {
  const postcode = words(values.CODE_POSTAL)
  const town = words(values.VILLE)
  const isOpen = town === ''
  const towns = useTowns(isOpen ? postcode : '')
  // Once: a town that its person removed does not come back.
  const filled = useRef('')
  const justFilled = useRef<string | null>(null)
  const [only] = towns.length === 1 ? towns : []
  useEffect(() => {
    if (only === undefined || filled.current === postcode) return
    filled.current = postcode
    justFilled.current = only
    onPick({ VILLE: only })
  }, [only, postcode, onPick])
  useLayoutEffect(() => {
    if (town === '' || town !== justFilled.current) return
    justFilled.current = null
    // Who is about to type a town replaces this one, and does not write behind it.
    const input = document.activeElement
    if (input instanceof HTMLInputElement && input.closest('[data-field="VILLE"]')) input.select()
  }, [town])
  if (!isOpen || towns.length < 2) return null
  return (
    <section className={styles.towns} aria-label={mapText.towns(postcode)}>
      {towns.map((one) => (
        <Button key={one} variant="default" size="md" onClick={() => onPick({ VILLE: one })}>
          {one}
        </Button>
      ))}
    </section>
  )
}
