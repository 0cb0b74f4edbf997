import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { hasWebGl } from '../../domain/map/map-view.tsx'
import { AgencySelect, useAgencyChoice } from '../../domain/personnels/agency-select.tsx'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { affectationText as text } from '../../text/affectation.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { useRoomy } from '../../ui/hooks/desktop.ts'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { DOUBLE_PRESS_MS, useBusy } from '../../ui/notices/use-busy.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './affectation.module.css'
import { AffectationList, type AffectationListProps } from './affectation-list.tsx'
import { AffectationMap, type Choice } from './affectation-map.tsx'
import { AssignSheet, whyOf } from './assign-sheet.tsx'
import { placedAt, placedOf } from './orphan-places.ts'
import { suggestionsFor } from './suggest.ts'
import { projectsIn, useAssign } from './use-assign.ts'
import { useCandidates } from './use-candidates.ts'
import { foundBy, useOrphanColumns } from './use-orphan-columns.ts'
import { type Orphan, useOrphans } from './use-orphans.ts'

/** The result of the last assignment, and « Annuler ». */
function DoneBar({ assign }: { assign: ReturnType<typeof useAssign> }) {
  const { done, undo } = assign
  return (
    <div aria-live="polite">
      {done ? (
        <div className={`surface ${styles.done}`}>
          {done.who === null
            ? text.doneShared(projectsIn(done.changes))
            : text.done(projectsIn(done.changes), done.who)}
          <Button variant="subtle" onClick={() => void undo()}>
            {text.undo}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** The filters of the list, by agency, label and text, kept in the address. */
function useFiltered() {
  const [wanted, setAgence] = useAgencyChoice()
  const [label, setLabel] = useLabelChoice()
  const { orphans: all, isRead } = useOrphans(wanted)
  const labelled = useMemo(() => all?.filter((orphan) => hasLabel(orphan.projet, label)), [all, label])
  const columns = useOrphanColumns()
  const asked = `${wanted} ${label}`
  const view = useListView({ screen: 'affectation', rows: labelled, columns, find: foundBy, isRead, asked })
  return { all, orphans: view.rows, view, wanted, setAgence, label, setLabel }
}

/**
 * Which parts are on screen, list and map: beside each other where there is room, else the one that the address names. Without WebGL there is
 * the list alone.
 */
function useViews() {
  const [query, setQuery] = useQuery()
  const isRoomy = useRoomy()
  const [canDraw, setCanDraw] = useState(hasWebGl)
  const asMap = query.voir === 'carte'
  return {
    canDraw,
    isBeside: canDraw && isRoomy,
    hasMap: canDraw && (isRoomy || asMap),
    hasList: !canDraw || isRoomy || !asMap,
    show: (view: string) => setQuery({ voir: view === 'carte' ? view : undefined }),
    onFailure: () => setCanDraw(false),
  }
}

/** The project that was chosen in the list or on the map, and those that stand at its point. */
function useChoice(orphans: readonly Orphan[] | undefined) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const placed = useMemo(() => placedOf(orphans ?? []), [orphans])
  const bring = useMemo(() => (choice?.from === 'map' ? { key: choice.id } : null), [choice])
  const point = placed.find(({ site }) => site.id === choice?.id)?.site.place
  const atPoint = point ? placedAt(placed, point) : []
  return {
    choice,
    placed,
    bring,
    atPoint,
    here: new Set(atPoint.map(({ site }) => site.id)),
    choose: (id: string, from: Choice['from']) => setChoice({ id, from }),
  }
}

/** « Affectation » (MGR-02): projects without a responsible; one or many to one person, or shared out by distance and load. */
export function AffectationScreen() {
  const { all, orphans, view, wanted, setAgence, label, setLabel } = useFiltered()
  const search = view.typed
  const team = useCandidates()
  const assign = useAssign()
  const views = useViews()
  const { choice, placed, bring, atPoint, here, choose } = useChoice(orphans)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState(false)
  // The next row comes under the finger: a double press must not give that project too.
  const rows = useBusy({ restMs: DOUBLE_PRESS_MS })
  // A choice in the sheet is no second press: it is not held back.
  const meanwhile = useBusy()

  // A project that is not in the list any more, or that a filter hides, is not selected any more.
  const chosen = (orphans ?? []).filter(({ projet }) => ticked.has(projet.IDPROJET))
  const selected = new Set(chosen.map(({ projet }) => projet.IDPROJET))
  const nameOf = (id: string): string => team?.people.find((one) => one.IDPERSONNEL === id)?.NOM_COMPLET ?? ''

  const toggle = (id: string): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  const give = async (shares: ReadonlyMap<string, string>, who: string | null): Promise<void> => {
    setChoosing(false)
    setTicked(new Set())
    await assign.assign(shares, who)
  }
  const suggestionOf: AffectationListProps['suggestionOf'] = ({ site }) => {
    if (!team) return undefined
    const [first] = suggestionsFor(site, team.candidates)
    return first ? { id: first.candidate.id, who: nameOf(first.candidate.id), why: whyOf(first) } : null
  }
  const tickAll = (list: readonly Orphan[]): void =>
    setTicked(selected.size === list.length ? new Set() : new Set(list.map(({ projet }) => projet.IDPROJET)))
  const onMap = ({ projet }: Orphan): void => {
    choose(projet.IDPROJET, 'list')
    if (!views.isBeside) views.show('carte')
  }
  const listOf = (shown: readonly Orphan[]) => (
    <AffectationList
      orphans={shown}
      head={<ListSort view={view} />}
      selected={selected}
      onToggle={toggle}
      suggestionOf={suggestionOf}
      onAssign={({ projet }, id) => void rows.whileBusy(() => give(new Map([[projet.IDPROJET, id]]), nameOf(id)))}
      here={here}
      narrow={views.isBeside}
      bring={bring}
      onMap={views.canDraw ? onMap : undefined}
    />
  )

  return (
    <>
      <PageHeader title={text.title} {...(all && all.length > 0 ? { subtitle: text.subtitle(all.length) } : {})} />
      <ListTools view={view} search={text.search} label={text.searchLabel}>
        <AgencySelect value={wanted} onChange={setAgence} className={toolbarItem.choice} />
        <LabelFilter value={label} onChange={setLabel} className={toolbarItem.choice} />
      </ListTools>
      <DoneBar assign={assign} />
      {orphans && orphans.length > 0 ? (
        <>
          {views.canDraw && !views.isBeside ? (
            <Segments
              className={styles.views ?? ''}
              label={text.views}
              value={views.hasMap ? 'carte' : 'liste'}
              onChange={views.show}
              data={[
                { value: 'liste', label: text.asList },
                { value: 'carte', label: text.asMap },
              ]}
            />
          ) : null}
          {views.canDraw ? null : <p className={styles.hint}>{text.noMap}</p>}
          <div className={styles.stage} data-beside={views.isBeside || undefined}>
            {views.hasList ? (
              <div className={styles.listSide}>
                <Checkbox
                  size="md"
                  className={styles.all ?? ''}
                  label={text.selectAll}
                  checked={selected.size === orphans.length}
                  indeterminate={selected.size > 0 && selected.size < orphans.length}
                  onChange={() => tickAll(orphans)}
                />
                {listOf(orphans)}
              </div>
            ) : null}
            {views.hasMap ? (
              <AffectationMap
                placed={placed}
                without={orphans.length - placed.length}
                choice={choice}
                onChoose={(id) => choose(id, 'map')}
                onFailure={views.onFailure}
              />
            ) : null}
            {views.hasList ? null : atPoint.length > 0 ? (
              listOf(atPoint)
            ) : (
              <p className={styles.hint} role="status">
                {text.tapPoint}
              </p>
            )}
          </div>
        </>
      ) : null}
      {orphans?.length === 0 && label !== undefined ? (
        view.all > 0 ? (
          <NothingFound view={view} />
        ) : (
          <NothingLabelled label={label} onChange={setLabel} />
        )
      ) : null}
      {orphans?.length === 0 && label === undefined ? (
        <EmptyState
          text={search.trim() === '' ? text.empty : text.emptySearch(search.trim())}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : null}
      {chosen.length > 0 ? (
        <section className={`surface ${styles.bar}`} data-foot aria-label={text.selected(chosen.length)}>
          <span>{text.selected(chosen.length)}</span>
          <Button variant="subtle" onClick={() => setTicked(new Set())}>
            {text.clear}
          </Button>
          <Button size="md" disabled={!team} onClick={() => setChoosing(true)}>
            {text.assign}
          </Button>
        </section>
      ) : null}
      {choosing && team ? (
        <AssignSheet
          sites={chosen.map(({ site }) => site)}
          people={team.people}
          candidates={team.candidates}
          onClose={() => setChoosing(false)}
          onAssign={(shares, who) => void (rows.busy ? meanwhile : rows).whileBusy(() => give(shares, who))}
        />
      ) : null}
    </>
  )
}
