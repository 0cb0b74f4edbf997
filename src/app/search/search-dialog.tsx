import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { appText } from '../../text/app.ts'
import { searchText } from '../../text/search.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLayer } from '../../ui/navigation/layers.ts'
import styles from './search.module.css'
import { GROUPS, isRecord, type SearchGroup, type SearchItem } from './search-items.ts'
import { useSearch } from './use-search.ts'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
}

interface ResultsProps {
  id: string
  items: readonly SearchItem[]
  more: ReadonlySet<SearchGroup>
  active: SearchItem | undefined
  onPoint: (item: SearchItem) => void
  onOpen: (item: SearchItem) => void
}

/** The options by group, in the order of the arrow keys. */
function Results({ id, items, more, active, onPoint, onOpen }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) list.current?.querySelector(`[id="${active.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-label={searchText.results} className={styles.results}>
      {GROUPS.map((group) => {
        const ofGroup = items.filter((item) => item.group === group)
        if (ofGroup.length === 0) return null
        const records = ofGroup.filter((item) => isRecord(item)).length
        const title = more.has(group) ? searchText.first(searchText.groups[group], records) : searchText.groups[group]
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox; no element says that
          <div key={group} role="group" aria-label={title}>
            <div className={styles.group} aria-hidden>
              {title}
            </div>
            {ofGroup.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys act on the option
              <div
                key={item.id}
                id={item.id}
                role="option"
                tabIndex={-1}
                aria-selected={item.id === active?.id}
                className={styles.option}
                onMouseMove={() => onPoint(item)}
                onClick={() => onOpen(item)}
              >
                <span>{item.label}</span>
                {item.hint ? <span className={styles.hint}>{item.hint}</span> : null}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** The search over everything (Ctrl+K): a combobox whose list is always open, on local data alone. */
export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const desktop = useDesktop()
  useLayer(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={searchText.title}
      fullScreen={!desktop}
      size="lg"
      yOffset="8vh"
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': appText.close, size: 44 }}
      classNames={{ body: styles.body ?? '' }}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const { items, more, searching } = useSearch(wanted)
  const [pointed, setPointed] = useState<string | null>(null)
  // The first result is selected until an arrow key or the mouse selects another.
  const active = items.find((item) => item.id === pointed) ?? items[0]

  const open = (item: SearchItem): void => {
    onClose()
    void navigate({ href: item.href })
  }
  const onKey = (key: KeyboardEvent): void => {
    const step = STEPS[key.key]
    if (step && items.length > 0) {
      key.preventDefault()
      const at = items.findIndex((item) => item.id === active?.id)
      setPointed(items[step(at, items.length)]?.id ?? null)
    }
    if (key.key === 'Enter' && active && !key.nativeEvent.isComposing) {
      key.preventDefault()
      open(active)
    }
  }
  const typed = wanted.trim()
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={searchText.label}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active ? { 'aria-activedescendant': active.id } : {})}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={searchText.label}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPointed(null)
        }}
        onKeyDown={onKey}
      />
      <output className={styles.count}>
        {typed === '' || searching
          ? ''
          : searchText.count(items.filter((item) => isRecord(item)).length, more.size > 0)}
      </output>
      <Results
        id={listId}
        items={items}
        more={more}
        active={active}
        onPoint={(item) => setPointed(item.id)}
        onOpen={open}
      />
      {items.length === 0 && typed !== '' ? (
        <p className={styles.none}>{searching ? searchText.searching : searchText.none(typed)}</p>
      ) : null}
    </>
  )
}
