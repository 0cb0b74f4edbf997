import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { type Article, familiesOf, findArticles, searchable } from '../../../schemas/rules/articles.ts'
import { articlesText as text } from '../../text/articles.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { formatMoney } from '../../ui/format/format.ts'
import { ListCount, ListToolbar, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { SearchField, useSearchText } from '../../ui/list/search-field.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useArchiving } from '../../ui/notices/use-archiving.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './articles.module.css'

const ROW = 69

export interface ArticleListProps<A extends Article> {
  /** In their order, archived ones too. */
  articles: readonly A[]
  hrefOf: (id: string) => string
  onArchive: (id: string, ARCHIVE: 0 | 1) => Promise<unknown>
  /** What to do with an empty price list. */
  empty: string
  /** Before the name. */
  photo?: (article: A) => ReactNode
  /** Beside the name. */
  mark?: (article: A) => ReactNode
}

/** The price list: searched by words, by family; each article opens its form, is archived or proposed again. */
export function ArticleList<A extends Article>({ articles, empty, ...row }: ArticleListProps<A>) {
  const [typed, setTyped] = useSearchText()
  const words = useDeferredValue(typed)
  const [query, setQuery] = useQuery()
  const { famille: family } = query
  const isArchive = query.archives === '1'
  const searched = useMemo(
    () => searchable(articles.filter(({ ARCHIVE }) => (ARCHIVE === 1) === isArchive)),
    [articles, isArchive],
  )
  const shown = useMemo(() => findArticles(searched, { words, family }), [searched, words, family])
  const families = useMemo(() => familiesOf(articles), [articles])
  const archiving = useArchiving()
  if (articles.length === 0) return <EmptyState text={empty} />

  const archive = ({ id, LIBELLE }: A): Promise<boolean> =>
    archiving(!isArchive, async () => {
      await row.onArchive(id, isArchive ? 0 : 1)
      notices.success((isArchive ? text.restored : text.archived)(LIBELLE))
    })
  return (
    <>
      <ListToolbar>
        <SearchField
          label={text.search}
          placeholder={text.placeholder}
          value={typed}
          onChange={setTyped}
          className={toolbarItem.search}
        />
        <Select
          size="md"
          className={toolbarItem.choice}
          aria-label={text.family}
          placeholder={text.allFamilies}
          clearable
          data={families}
          value={family ?? null}
          onChange={(next) => setQuery({ famille: next ?? undefined })}
        />
      </ListToolbar>
      <ListCount>
        {text.found(shown.length)}
        <Switch
          size="md"
          label={text.archives}
          checked={isArchive}
          onChange={(event) => setQuery({ archives: event.currentTarget.checked ? '1' : undefined })}
        />
      </ListCount>
      {shown.length === 0 ? (
        <EmptyState text={text.nothingFound} />
      ) : (
        <VirtualList
          items={shown}
          estimate={ROW}
          keyOf={({ id }) => id}
          label={text.title}
          row={(article) => <ArticleRow article={article} {...row} onToggle={() => void archive(article)} />}
        />
      )}
    </>
  )
}

interface ArticleRowProps<A extends Article> extends Pick<ArticleListProps<A>, 'hrefOf' | 'photo' | 'mark'> {
  article: A
  onToggle: () => void
}

function ArticleRow<A extends Article>({ article, hrefOf, photo, mark, onToggle }: ArticleRowProps<A>) {
  const { id, LIBELLE, REFERENCE, FAMILLE, PRIX_HT, UNITE, ARCHIVE } = article
  return (
    <div className={styles.row}>
      {photo?.(article)}
      <div className={styles.words}>
        <div className={styles.name}>
          <RowLink href={hrefOf(id)}>{LIBELLE}</RowLink>
          {ARCHIVE === 1 ? <StateChip label={text.archivedMark} color="gray" /> : null}
          {mark?.(article)}
        </div>
        <div className={styles.detail}>{[REFERENCE, FAMILLE].filter(Boolean).join(' · ')}</div>
      </div>
      <span className={styles.price}>{text.perUnit(formatMoney(PRIX_HT), UNITE ?? '')}</span>
      {ARCHIVE === 1 ? (
        <Button variant="default" className={above} aria-label={text.restoreOf(LIBELLE)} onClick={onToggle}>
          {text.restore}
        </Button>
      ) : (
        <ActionIcon
          variant="subtle"
          color="ardoise"
          size={44}
          className={above}
          aria-label={text.archiveOf(LIBELLE)}
          title={text.archive}
          onClick={onToggle}
        >
          <IconArchive size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
