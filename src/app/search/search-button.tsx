import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { searchText } from '../../text/search.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import styles from './search.module.css'

const load = () => import('./search-dialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }))
const preload = (): void => void load().catch(() => undefined)

/** The search of the top bar: a press, or Ctrl+K anywhere, in a field as well. */
export function SearchButton() {
  const [opened, setOpened] = useState(false)
  const [met, setMet] = useState(false)
  useLater(preload)
  const open = (): void => {
    setMet(true)
    setOpened(true)
  }
  useHotkeys([['mod+K', open]], [], true)
  return (
    <>
      <UnstyledButton
        className={styles.open}
        aria-label={searchText.open}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <span className={styles.words} aria-hidden>
          {searchText.title}
          <kbd>{searchText.keys}</kbd>
        </span>
      </UnstyledButton>
      {met ? (
        <Suspense>
          <SearchDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
