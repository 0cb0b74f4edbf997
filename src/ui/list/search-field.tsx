import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { appText } from '../../text/app.ts'
import { useQuery } from '../navigation/use-query.ts'

const TYPING_MS = 250

/** The search of a list: gives the typed text at once, and keeps it as `q` in the address. A new search begins on its first page. */
export function useSearchText(): [string, (text: string) => void] {
  const [query, setQuery] = useQuery()
  const [text, setText] = useState(query.q ?? '')
  // A text of the address that this field did not write comes from a saved filter: the field shows it.
  const [seen, setSeen] = useState(query.q ?? '')
  const wrote = useRef(query.q ?? '')
  if ((query.q ?? '') !== seen) {
    setSeen(query.q ?? '')
    if ((query.q ?? '') !== wrote.current) setText(query.q ?? '')
  }
  const keep = useDebouncedCallback((next: string) => {
    wrote.current = next
    setQuery({ q: next, page: undefined })
  }, TYPING_MS)
  // A result that is pressed at once leads to another page: the way back must find the search.
  useEffect(() => {
    const keepNow = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest('a') : null
      // Not for other presses: a new address takes back what is chosen in the list at this moment. Nor for a filter of this list, whose address lacks the search.
      if (link && link.pathname !== window.location.pathname) keep.flush()
    }
    window.addEventListener('click', keepNow, true)
    return () => window.removeEventListener('click', keepNow, true)
  }, [keep])
  const type = (next: string) => {
    setText(next)
    keep(next)
  }
  return [text, type]
}

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string | undefined
}) {
  return (
    <TextInput
      size="md"
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.7} />}
      rightSection={
        value === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="ardoise"
            size={36}
            aria-label={appText.clearSearch}
            onClick={() => onChange('')}
          >
            <IconX size={16} />
          </ActionIcon>
        )
      }
    />
  )
}
