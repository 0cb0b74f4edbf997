-- The staff record that an order ended outside of the customer's space: by a letter of withdrawal (`withdrawal_letter`) or by an agreement (`cancellation`).
-- Both are decisions about a quote in the company's chain of evidence, of kinds of their own: no customer pressed a button for them.

alter table devis_evidence
  drop constraint devis_evidence_kind_check,
  drop constraint devis_evidence_about_check,
  add constraint devis_evidence_kind_check check (
    kind in ('signature', 'refusal', 'withdrawal', 'withdrawal_letter', 'cancellation', 'pv', 'levee', 'cle')),
  add constraint devis_evidence_about_check check (
    (kind in ('signature', 'refusal', 'withdrawal', 'withdrawal_letter', 'cancellation')) = (devis_id is not null)
    and (kind in ('pv', 'levee')) = (fichier_id is not null));
