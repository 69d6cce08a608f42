// Package semaprax holds the house tests of the module: the floors and edges
// between packages, size budgets, documentation and naming rules. It exports
// nothing; the packages below it are the product.
package semaprax
