import {
  type AutocompleteProps,
  type ComboboxProps,
  Autocomplete as MantineAutocomplete,
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from '@mantine/core'
import { type FocusEvent, useEffect, useState } from 'react'

/**
 * Mantine's choices, without their list in the page until somebody enters them. The browser places every list that is drawn again and again, also those that nobody opened: a
 * third of opening a screen. Drawn only when it opens, a list is not announced as open and the keys do not find its options: it must be there before.
 */
function useListOnceEntered(props: {
  comboboxProps?: ComboboxProps | undefined
  onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
}) {
  const [entered, setEntered] = useState(false)
  const [, setDrawn] = useState(false)
  // Some open as they are entered: the field knows its list once that has been drawn.
  useEffect(() => {
    if (!entered) return
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [entered])
  return {
    comboboxProps: { ...props.comboboxProps, keepMounted: entered },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setEntered(true)
      props.onFocus?.(event)
    },
  }
}

/** One of a list. */
export function Select(props: SelectProps) {
  return <MantineSelect {...props} {...useListOnceEntered(props)} />
}

/** Some of a list. */
export function MultiSelect(props: MultiSelectProps) {
  return <MantineMultiSelect {...props} {...useListOnceEntered(props)} />
}

/** Any text, with proposals. */
export function Autocomplete(props: AutocompleteProps) {
  return <MantineAutocomplete {...props} {...useListOnceEntered(props)} />
}
