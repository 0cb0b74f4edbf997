-- Which SECRET_KEY this database belongs to: what it sealed, another one does not open, and the requests' password hangs from it. A keyed digest, which
-- tells nothing of the key. One row, once a server of this version has served.
create table installation (
  id boolean primary key default true check (id),
  key_fingerprint text not null
);
