// Package rivals measures jobs beside each other: they take turns in rounds, and CPU
// time counts, so that what else the machine does disturbs all alike. Only tests import
// it; it measures on Unix only.
package rivals
