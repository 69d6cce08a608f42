package session

import (
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// batchRows declares the read batch.
func batchRows() []row {
	return []row{
		control("workspace/read-batch", "Up to 16 reads in one request, answered in order.",
			batchParamsShape(), batchShape(), (*Session).readBatch).
			needing(policy.GrantParallelRead).taking(batchRequestShape().Node()).coded(codeBatch, codeBatchWorker),
	}
}

type batchParams struct {
	bound
	Batch []byte // judged inside the authentication of the source
}

func batchParamsShape() *schema.Kind[batchParams] {
	return schema.Params(toleratedParam,
		bind(func(p *batchParams) *bound { return &p.bound }),
		schema.Required("batch", schema.ObjectOf(batchRequestSchema), func(p *batchParams) *[]byte { return &p.Batch }).
			Doc("The frames to answer."))
}

const batchRequestSchema = "semaprax.image-read-batch-request.v1"

// batchRequest is semaprax.image-read-batch-request.v1. Frames alias the decoder.
type batchRequest struct{ Frames [][]byte }

func batchRequestShape() *schema.Kind[batchRequest] {
	return schema.Named(batchRequestSchema, schema.Object(
		schema.Required("frames", schema.Array(schema.CanonicalTextBetween(0, MaxRequestBytes), 1, MaxBatchFrames),
			func(r *batchRequest) *[][]byte { return &r.Frames })))
}

// batchPayload is semaprax.image-read-batch.v1. Responses are rendered by the
// workers: a JSON string each, or null.
type batchPayload struct{ Responses [][]byte }

func batchShape() *schema.Kind[batchPayload] {
	row := schema.Rendered(schema.NullWhenZero(schema.Chunk()))
	return schema.Document("semaprax.image-read-batch.v1",
		schema.Required("responses", schema.Array(row, 1, MaxBatchFrames), func(p *batchPayload) *[][]byte { return &p.Responses }),
		schema.False[batchPayload]("source_authority"))
}
