import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { filtre as entity } from '../../../schemas/entities/filtre.ts'
import { listViewsText as text } from '../../text/list-views.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { type Busy, DOUBLE_PRESS_MS, useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './saved-filters.module.css'
import { type SavedFilters as Saved, type SavedFilter, useSavedFilters } from './use-saved-filters.ts'

const ICON = 18
const LONGEST = (entity.fields.NOM.schema as { maxLength?: number }).maxLength ?? 60

/** A name that is typed, and a button. */
function NameForm({ initial, label, onName }: { initial: string; label: string; onName: (name: string) => void }) {
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        size="md"
        label={label}
        placeholder={text.nameHint}
        maxLength={LONGEST}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" h={44} disabled={name.trim() === ''}>
        {text.confirm}
      </Button>
    </form>
  )
}

interface OneProps {
  filter: SavedFilter
  saved: Saved
  /** Of all filters: the next one comes under the finger, and a double press must not delete it too. */
  removing: Busy
  starring: Busy
  onApply: () => void
  onRename: () => void
}

function One({ filter, saved, removing, starring, onApply, onRename }: OneProps) {
  const { NOM, DEFAUT } = filter
  const isFirst = DEFAUT === 1
  const star = isFirst ? text.unmakeDefault(NOM) : text.makeDefault(NOM)
  const remove = () =>
    removing.whileBusy(async () => {
      await saved.remove(filter)
      notices.success(text.removed(NOM))
    })
  return (
    <li className={styles.one}>
      <button
        type="button"
        className={styles.name}
        aria-current={saved.shown?.id === filter.id || undefined}
        onClick={onApply}
      >
        {NOM}
        {isFirst ? <span className={styles.sub}>{text.isDefault}</span> : null}
      </button>
      <Tooltip label={star}>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={star}
          aria-pressed={isFirst}
          onClick={() => void starring.whileBusy(() => saved.openWith(isFirst ? null : filter))}
        >
          {isFirst ? <IconStarFilled size={ICON} /> : <IconStar size={ICON} />}
        </ActionIcon>
      </Tooltip>
      <ActionIcon variant="subtle" color="ardoise" size={44} aria-label={text.renameOne(NOM)} onClick={onRename}>
        <IconPencil size={ICON} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" size={44} aria-label={text.removeOne(NOM)} onClick={() => void remove()}>
        <IconTrash size={ICON} />
      </ActionIcon>
    </li>
  )
}

/** The filters of a screen that I saved: opened from one button beside the list's other tools. */
export function SavedFilters({ screen }: { screen: string }) {
  const saved = useSavedFilters(screen)
  const [opened, setOpened] = useState(false)
  const [renamed, setRenamed] = useState<SavedFilter | null>(null)
  const close = () => {
    setOpened(false)
    setRenamed(null)
  }
  const filters = saved.filters ?? []
  const [removing, starring] = [useBusy({ restMs: DOUBLE_PRESS_MS }), useBusy({ restMs: DOUBLE_PRESS_MS })]
  const { whileBusy } = useBusy()
  /** What could not be written is said, and its form stays. */
  const write = (act: () => Promise<void>, then: () => void): void =>
    void whileBusy(act).then((written) => written && then())
  return (
    <>
      <PlainButton
        tall
        className={styles.button}
        label={saved.shown ? `${text.saved} : ${saved.shown.NOM}` : text.saved}
        title={text.saved}
        icon={
          saved.shown ? (
            <IconBookmarkFilled size={ICON} aria-hidden />
          ) : (
            <IconBookmark size={ICON} stroke={1.7} aria-hidden />
          )
        }
        onClick={() => setOpened(true)}
      >
        {saved.shown ? <span className="one-line">{saved.shown.NOM}</span> : undefined}
      </PlainButton>
      <Sheet opened={opened} onClose={close} title={renamed ? text.renameOne(renamed.NOM) : text.saved}>
        {renamed ? (
          <NameForm
            key={renamed.id}
            initial={renamed.NOM}
            label={text.name}
            onName={(name) =>
              write(
                () => saved.rename(renamed, name),
                () => setRenamed(null),
              )
            }
          />
        ) : (
          <>
            {filters.length === 0 ? <p className={styles.none}>{text.none}</p> : null}
            <ul className={styles.list} aria-label={text.saved}>
              {filters.map((filter) => (
                <One
                  key={filter.id}
                  filter={filter}
                  saved={saved}
                  removing={removing}
                  starring={starring}
                  onApply={() => {
                    saved.apply(filter)
                    close()
                  }}
                  onRename={() => setRenamed(filter)}
                />
              ))}
            </ul>
            {saved.shown ? null : (
              <NameForm initial="" label={text.save} onName={(name) => write(() => saved.save(name), close)} />
            )}
          </>
        )}
      </Sheet>
    </>
  )
}
