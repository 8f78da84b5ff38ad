-- What those who run the service did to a delivery in place of its courier or its shop; the note says why (decision 158).
-- Acts that leave the status as it is have a line of their own, with the status that was kept.
alter table delivery_history
  add column intervention text constraint intervention_is_known check (intervention in (
    'ASSIGN', 'REASSIGN', 'CANCEL', 'EXPIRE', 'EXTEND', 'FAIL', 'UNLOCK_CODE', 'ARRIVE', 'PICK_UP', 'HAND_OVER', 'RETURN',
    'BRING_BACK'
  )),
  add constraint intervention_has_a_reason check (intervention is null or note is not null);
