import type { Run } from './steps.ts'
import { act, CAMILLE, DIANE, MARC, sync } from './tour-steps.ts'

/** Histories of what the office does: money, customers' requests, clients that are merged, what belongs to one person, and what directors keep for all. */

/** An order's project and quote, among the records that a run begins with. */
const ORDER = { projet: 3, devis: 3 } as const

/** Two people without a network take money for one order: over its balance, and in cash over what the law allows; both cancel the same payment. */
const twoTills: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    ...[CAMILLE, DIANE].flatMap((seat) => [act(seat, 'cash'), act(seat, 'payment')]),
    sync(CAMILLE),
    sync(DIANE, [{ at: 0, fault: 'drop-after' }]),
    sync(CAMILLE),
    ...[0, 1, 2].flatMap((pick) => [act(CAMILLE, 'cancel-payment', pick), act(DIANE, 'cancel-payment', pick)]),
    act(DIANE, 'refund'),
    act(MARC, 'payment'),
    sync(DIANE),
    sync(CAMILLE, [{ at: 0, fault: 'duplicate' }]),
    // Of a signed quote nothing is deleted, nor changed.
    act(DIANE, 'drop-quote', ORDER.devis),
    act(DIANE, 'drop-project', ORDER.projet),
    act(CAMILLE, 'quote-title', ORDER.devis),
    sync(DIANE),
  ],
}

/** Two people take and answer the same requests, and each makes a client or a project of them; their customer goes to others meanwhile. */
const oneRequest: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    ...[0, 1].flatMap((pick) =>
      [CAMILLE, DIANE].flatMap((seat) =>
        (['take', 'answer', 'convert', 'after-sales'] as const).map((kind) => act(seat, kind, pick)),
      ),
    ),
    sync(DIANE),
    // The two clients that Diane has made stand first.
    { do: 'merge', seat: DIANE, pick: 7 },
    act(CAMILLE, 'answer'),
    sync(CAMILLE, [{ at: 0, fault: 'drop-after' }]),
    act(DIANE, 'answer', 1),
    sync(DIANE),
  ],
}

/** Two records of a client are made one while people who do not know of it edit both, fill a form and add projects and quotes. */
const oneOfTwo: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    act(CAMILLE, 'name', 0),
    act(DIANE, 'name', 1),
    sync(CAMILLE),
    sync(DIANE),
    { do: 'form', seat: CAMILLE, what: 'open', pick: 0 },
    act(DIANE, 'notes', 0),
    act(DIANE, 'notes', 1),
    act(CAMILLE, 'first-name', 0),
    act(CAMILLE, 'new-project', 0),
    act(CAMILLE, 'new-quote', 1),
    // Each sends a quote that the other edits: one of a client that is merged meanwhile.
    ...[0, 1].flatMap((pick) => [act(CAMILLE, 'transmit', pick), act(DIANE, 'quote-lines', pick)]),
    { do: 'merge', seat: DIANE, pick: 0 },
    sync(DIANE),
    act(MARC, 'name', 0),
    act(MARC, 'drop-client', 0),
    { do: 'form', seat: CAMILLE, what: 'save', pick: 0 },
    sync(MARC),
    sync(CAMILLE, [{ at: 0, fault: 'drop-after' }]),
    act(DIANE, 'notes', 0),
    { do: 'merge', seat: DIANE, pick: 0 },
  ],
}

/** Somebody's filters, absences and notices on their two phones, changed and deleted on both. */
const ownOnTwoPhones: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    act(CAMILLE, 'new-filter'),
    act(CAMILLE, 'new-absence'),
    act(CAMILLE, 'new-meeting'),
    act(DIANE, 'new-meeting'),
    sync(CAMILLE),
    sync(DIANE),
    sync(MARC),
    ...([CAMILLE, MARC] as const).flatMap((seat) => [
      act(seat, 'filter-name'),
      act(seat, 'filter'),
      act(seat, 'absence-title'),
      act(seat, 'absence-days'),
      act(seat, 'skip-day'),
      act(seat, 'read-notice'),
    ]),
    act(DIANE, 'skip-day', 1),
    act(DIANE, 'invite', 1),
    sync(MARC),
    act(CAMILLE, 'unskip-day'),
    act(CAMILLE, 'drop-filter'),
    act(CAMILLE, 'drop-absence', 1),
    sync(CAMILLE),
    sync(DIANE),
  ],
}

/** A director on two phones: the price list, targets, a report form that goes while somebody fills it. */
const twoDirectors: Run = {
  third: 'diane',
  cutStream: false,
  steps: [
    ...[DIANE, MARC].flatMap((seat) =>
      (['article', 'unit', 'archive', 'target', 'report-title', 'list-entry', 'give'] as const).map((kind) =>
        act(seat, kind),
      ),
    ),
    act(CAMILLE, 'new-report'),
    sync(DIANE),
    act(MARC, 'drop-form'),
    sync(MARC),
    sync(CAMILLE),
    act(DIANE, 'answers'),
    act(MARC, 'drop-report'),
    sync(DIANE),
  ],
}

export const OFFICE_TOUR: readonly Run[] = [twoTills, oneRequest, oneOfTwo, ownOnTwoPhones, twoDirectors]
