package checkpoint

// GoalKind is the attachment of stores and copies of a loop that may put addresses
// into memory: in which pieces of the loop's state that is, by number. Blocks of a
// pool, and what an iteration allocates for itself, have none.
const GoalKind = "llad.goal"
