-- Where the link of an appointment was sent: it opens nothing once the customer has another address or number. A keyed digest, for the address itself is in the
-- client's record. Null for links of before, and for those of a process of the former version while an installation is updated: they open nothing once a contact
-- that the customer has had since is not theirs any more (contact_change).
alter table rdv_link add column recipient_hash text;
